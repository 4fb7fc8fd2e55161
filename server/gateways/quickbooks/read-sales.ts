import * as v from 'valibot'
import type { BookSale, BookSaleLine } from '#domain/accounting/book-sale.ts'
import type { AccountingMapping } from '#domain/accounting/mapping.ts'
import { spreadDiscount } from '#domain/accounting/spread-discount.ts'
import { instantMs, parseFiscalDay } from '#domain/calendar/east-africa.ts'
import { type Cents, minusCents, sumCents, toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { splitByShare } from '#domain/money/split-by-share.ts'
import { centsOf } from '../accounting/amounts.ts'
import type { BookAnswer } from '../accounting/exchange.ts'
import type { AccountingGateway, BookAccess, BookOutcome } from '../accounting/gateway.ts'
import { isSigned, parseMessage } from '../accounting/signed-message.ts'
import { readTaxChoice } from './documents.ts'
import { entryOf, isVoided, readEntries, readQuery, readWith } from './read-answers.ts'

type Answer = BookAnswer | { readonly lost: string }
type Calls = {
  readonly get: (
    access: BookAccess,
    path: string,
    query?: Readonly<Record<string, string>>,
  ) => Promise<Answer>
  /** One page of a query. */
  readonly ask: (access: BookAccess, query: string, first?: number) => Promise<Answer>
}

const PAGE = 1000
const MOST_PAGES = 20
/** The feed of changes reaches 30 days back and gives at most 1,000 entries. */
const FEED_DAYS = 29
const FEED_MOST = 1000
const DAY_MS = 86_400_000

const reference = v.object({ value: v.string(), name: v.optional(v.string()) })
const lineSchema = v.object({
  DetailType: v.string(),
  Amount: v.optional(v.number()),
  Description: v.optional(v.string()),
  SalesItemLineDetail: v.optional(
    v.object({
      ItemRef: v.optional(reference),
      Qty: v.optional(v.number()),
      TaxCodeRef: v.optional(reference),
      TaxInclusiveAmt: v.optional(v.number()),
    }),
  ),
})
const invoiceSchema = v.object({
  ...{ Id: v.string(), TxnDate: v.string(), TotalAmt: v.number(), CustomerRef: reference },
  CurrencyRef: v.optional(reference),
  DocNumber: v.optional(v.string()),
  PrivateNote: v.optional(v.string()),
  GlobalTaxCalculation: v.optional(v.string()),
  Line: v.array(lineSchema),
  LinkedTxn: v.optional(v.array(v.object({ TxnId: v.string(), TxnType: v.string() }))),
  TxnTaxDetail: v.optional(
    v.object({
      TaxLine: v.optional(
        v.array(
          v.object({
            Amount: v.number(),
            TaxLineDetail: v.object({
              TaxRateRef: reference,
              NetAmountTaxable: v.optional(v.number()),
            }),
          }),
        ),
      ),
    }),
  ),
})
type QuickBooksInvoice = v.InferOutput<typeof invoiceSchema>
const feedSchema = v.object({
  CDCResponse: v.array(
    v.object({
      QueryResponse: v.array(v.object({ Invoice: v.optional(v.array(v.object({ Id: v.string() }))) })),
    }),
  ),
})
const paymentSchema = v.object({
  TotalAmt: v.number(),
  DepositToAccountRef: v.optional(reference),
  Line: v.array(
    v.object({ Amount: v.number(), LinkedTxn: v.optional(v.array(v.object({ TxnId: v.string() }))) }),
  ),
})
const customerSchema = v.object({ Notes: v.optional(v.string()) })
const messageSchema = v.array(
  v.object({ type: v.string(), intuitentityid: v.string(), intuitaccountid: v.string() }),
)

type Taxed = {
  readonly line: BookSaleLine
  readonly net: Cents
  readonly rate: string
  readonly given: boolean
}

const isDiscount = ({ DetailType }: { readonly DetailType: string }) => DetailType === 'DiscountLineDetail'

/** Lines of goods with their choice of tax. */
function readLines({ Line, GlobalTaxCalculation }: QuickBooksInvoice, taxes: readonly string[]): Taxed[] {
  return Line.flatMap((line): Taxed[] => {
    if (isDiscount(line) || ['SubTotalLineDetail', 'DescriptionOnly'].includes(line.DetailType)) return []
    const { SalesItemLineDetail: detail } = line
    const net = centsOf(line.Amount) ?? toCents(0)
    const code = detail?.TaxCodeRef?.value ?? ''
    const tax = taxes.find((choice) => readTaxChoice(choice).code === code) ?? code
    const inclusive = GlobalTaxCalculation === 'TaxInclusive' ? centsOf(detail?.TaxInclusiveAmt) : null
    const gross = inclusive ?? net
    const thousandths = (detail?.Qty ?? 1) * 1000
    return [
      {
        ...{ net, rate: readTaxChoice(tax).rate, given: inclusive !== null },
        line: {
          ...{ text: line.Description ?? '', item: detail?.ItemRef?.name ?? '', tax, gross },
          ...{ taxAmount: minusCents(gross, net) },
          quantity: Number.isSafeInteger(thousandths) ? toQuantity(thousandths) : null,
        },
      },
    ]
  })
}

/** Spreads the tax that the books show for each rate over the lines that do not say theirs. */
function withTax(invoice: QuickBooksInvoice, lines: readonly Taxed[]): BookSaleLine[] {
  const shares = new Map<Taxed, Cents>()
  for (const { Amount, TaxLineDetail } of invoice.TxnTaxDetail?.TaxLine ?? []) {
    const own = lines.filter(({ rate, given }) => !given && rate === TaxLineDetail.TaxRateRef.value)
    const givenLines = lines.filter(({ rate, given }) => given && rate === TaxLineDetail.TaxRateRef.value)
    const left = minusCents(
      centsOf(Amount) ?? toCents(0),
      sumCents(givenLines.map(({ line }) => line.taxAmount)),
    )
    const parts = splitByShare(
      left,
      own.map(({ net }) => Math.max(0, net)),
    )
    for (const [index, taxed] of own.entries()) shares.set(taxed, parts[index] ?? toCents(0))
  }
  return lines.map((taxed) => {
    const share = shares.get(taxed)
    if (share === undefined) return taxed.line
    return { ...taxed.line, taxAmount: share, gross: sumCents([taxed.net, share]) }
  })
}

/** The lines with tax, and with a discount over the whole invoice inside. */
function saleLines(
  invoice: QuickBooksInvoice,
  taxes: readonly string[],
): Pick<BookSale, 'lines' | 'discount'> {
  const lines = readLines(invoice, taxes)
  const discount = sumCents(
    invoice.Line.filter(isDiscount).map(({ Amount }) => centsOf(Amount) ?? toCents(0)),
  )
  if (discount === 0) return { lines: withTax(invoice, lines) }
  const goods = lines.map(({ line, net, rate }) => ({ line, net, group: rate }))
  const groups = (invoice.TxnTaxDetail?.TaxLine ?? []).map(({ Amount, TaxLineDetail }) => ({
    group: TaxLineDetail.TaxRateRef.value,
    tax: centsOf(Amount) ?? toCents(0),
    taxable: centsOf(TaxLineDetail.NetAmountTaxable),
  }))
  return { discount, lines: spreadDiscount(goods, groups, centsOf(invoice.TotalAmt) ?? toCents(0)) }
}

/** What is read of invoices that people write in QuickBooks, and of the days that are compared. */
export function createQuickBooksReading(
  { get, ask }: Calls,
  webhookKey: string | null,
  now: () => number,
): Pick<AccountingGateway, 'changed' | 'sale' | 'entries' | 'signatureHeader' | 'readMessage'> {
  const pages = async (access: BookAccess, entity: string, condition: string) => {
    const entries = []
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const query = `select * from ${entity} where ${condition}`
      const read = readEntries(entity, await ask(access, query, page * PAGE + 1))
      if (read.kind !== 'ok') return read
      entries.push(...read.value)
      if (read.value.length < PAGE) break
    }
    return { kind: 'ok' as const, value: entries }
  }
  const paymentsOf = async (
    access: BookAccess,
    { Id, LinkedTxn = [] }: QuickBooksInvoice,
  ): Promise<BookOutcome<BookSale['payments']>> => {
    const payments = []
    for (const { TxnId, TxnType } of LinkedTxn) {
      if (TxnType !== 'Payment') continue
      const query = `select * from Payment where Id = '${TxnId.replaceAll(/\W/g, '')}'`
      const read = readQuery('Payment', paymentSchema, await ask(access, query))
      if (read.kind !== 'ok') return read
      const [payment] = read.value
      const own = payment?.Line.filter(({ LinkedTxn: linked = [] }) => linked.some((one) => one.TxnId === Id))
      const amount = sumCents((own ?? []).map((line) => centsOf(line.Amount) ?? toCents(0)))
      payments.push({ account: payment?.DepositToAccountRef?.value ?? '', amount })
    }
    return { kind: 'ok', value: payments }
  }
  const fetchSale = async (
    access: BookAccess,
    invoice: QuickBooksInvoice,
    mapping: Pick<AccountingMapping, 'taxes'>,
  ): Promise<BookOutcome<BookSale>> => {
    const day = parseFiscalDay(invoice.TxnDate)
    if (day === undefined) return { kind: 'unknown', detail: 'the answer is not readable' }
    const payments = await paymentsOf(access, invoice)
    if (payments.kind !== 'ok') return payments
    const customerId = invoice.CustomerRef.value.replaceAll(/\W/g, '')
    const customers = readQuery(
      'Customer',
      customerSchema,
      await ask(access, `select * from Customer where Id = '${customerId}'`),
    )
    if (customers.kind !== 'ok') return customers
    const number = invoice.DocNumber ?? ''
    const note = invoice.PrivateNote ?? ''
    return {
      kind: 'ok',
      value: {
        ...{ id: invoice.Id, number, day, currency: invoice.CurrencyRef?.value ?? 'TZS' },
        mark: /^risiti:(\S+)/.exec(note)?.[1] ?? number,
        ...{ state: isVoided(invoice) ? 'void' : 'live', reference: '', payments: payments.value },
        ...saleLines(invoice, Object.values(mapping.taxes)),
        customer: {
          name: invoice.CustomerRef.name ?? '',
          // Tax numbers are masked there, so the notes have it.
          tin: /\bTIN[ :]*([\d-]{9,11})\b/i.exec(customers.value[0]?.Notes ?? '')?.[1] ?? '',
        },
        total: centsOf(invoice.TotalAmt) ?? toCents(0),
      },
    }
  }
  return {
    changed: async (access, { since, from }) => {
      if (since !== null && now() - instantMs(since) < FEED_DAYS * DAY_MS) {
        const read = readWith(
          feedSchema,
          await get(access, '/cdc', { entities: 'Invoice', changedSince: since }),
        )
        if (read.kind !== 'ok') return read
        const found = read.value.CDCResponse.flatMap(({ QueryResponse }) =>
          QueryResponse.flatMap(({ Invoice = [] }) => Invoice.map(({ Id }) => Id)),
        )
        if (found.length < FEED_MOST) return { kind: 'ok', value: found }
      }
      const read = await pages(access, 'Invoice', `TxnDate >= '${from}'`)
      return read.kind === 'ok' ? { kind: 'ok', value: read.value.map(({ Id }) => Id) } : read
    },
    sale: async (access, id, mapping) => {
      const query = `select * from Invoice where Id = '${id.replaceAll(/\W/g, '')}'`
      const read = readQuery('Invoice', invoiceSchema, await ask(access, query))
      if (read.kind !== 'ok') return read
      const [invoice] = read.value
      return invoice ? await fetchSale(access, invoice, mapping) : { kind: 'ok', value: null }
    },
    entries: async (access, kind, { from, to }) => {
      const value = []
      for (const entity of kind === 'invoice' ? ['Invoice'] : ['RefundReceipt', 'CreditMemo']) {
        const read = await pages(access, entity, `TxnDate >= '${from}' and TxnDate <= '${to}'`)
        if (read.kind !== 'ok') return read
        value.push(...read.value.map((entry) => ({ ...entryOf(entry), isVoid: entry.TotalAmt === 0 })))
      }
      return { kind: 'ok', value }
    },
    signatureHeader: 'intuit-signature',
    readMessage: (body, signature) => {
      if (!isSigned(body, signature, webhookKey)) return null
      const read = v.safeParse(messageSchema, parseMessage(body))
      return (read.success ? read.output : [])
        .filter(({ type }) => type.startsWith('qbo.invoice.'))
        .map(({ intuitaccountid, intuitentityid }) => ({
          organizationId: intuitaccountid,
          id: intuitentityid,
        }))
    },
  }
}
