import * as v from 'valibot'
import type { BookSale } from '#domain/accounting/book-sale.ts'
import { type FiscalDay, instantMs, parseFiscalDay } from '#domain/calendar/east-africa.ts'
import { toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { centsOf } from '../accounting/amounts.ts'
import type { BookAnswer } from '../accounting/exchange.ts'
import type { AccountingGateway, BookAccess, BookEvent, BookOutcome } from '../accounting/gateway.ts'
import { isSigned, parseMessage } from '../accounting/signed-message.ts'
import { entryOf, readElements, readWith } from './read-answers.ts'

type Get = (
  access: BookAccess,
  path: string,
  headers?: Readonly<Record<string, string>>,
) => Promise<BookAnswer | { readonly lost: string }>

const PAGE = 1000
/** More pages than that are read by the next poll. */
const MOST_PAGES = 20

const lineSchema = v.object({
  Description: v.optional(v.nullable(v.string())),
  Quantity: v.optional(v.number()),
  LineAmount: v.optional(v.number()),
  TaxAmount: v.optional(v.number()),
  TaxType: v.optional(v.nullable(v.string())),
  Item: v.optional(v.object({ Name: v.optional(v.string()) })),
})
const invoiceSchema = v.object({
  Invoices: v.pipe(
    v.array(
      v.object({
        ...{ InvoiceID: v.string(), Type: v.string(), Status: v.string(), CurrencyCode: v.string() },
        ...{ DateString: v.string(), Total: v.number(), LineAmountTypes: v.string() },
        Contact: v.object({ ContactID: v.string(), Name: v.optional(v.string()) }),
        InvoiceNumber: v.optional(v.string()),
        Reference: v.optional(v.string()),
        AmountPaid: v.optional(v.number()),
        LineItems: v.array(lineSchema),
      }),
    ),
    v.minLength(1),
  ),
})
type XeroInvoice = v.InferOutput<typeof invoiceSchema>['Invoices'][number]
const paymentsSchema = v.object({
  Payments: v.array(
    v.object({ Amount: v.number(), Status: v.string(), Account: v.object({ AccountID: v.string() }) }),
  ),
})
const messageSchema = v.object({
  events: v.array(v.object({ resourceId: v.string(), eventCategory: v.string(), tenantId: v.string() })),
})

function lineOf(line: v.InferOutput<typeof lineSchema>, isExclusive: boolean): BookSale['lines'][number] {
  const [amount, tax] = [centsOf(line.LineAmount) ?? 0, centsOf(line.TaxAmount) ?? toCents(0)]
  const thousandths = (line.Quantity ?? 1) * 1000
  return {
    ...{ text: line.Description ?? '', item: line.Item?.Name ?? '', taxAmount: tax, tax: line.TaxType ?? '' },
    quantity: Number.isSafeInteger(thousandths) ? toQuantity(thousandths) : null,
    gross: toCents(isExclusive ? amount + tax : amount),
  }
}

const STATES: Readonly<Record<string, BookSale['state']>> = {
  ...{ AUTHORISED: 'live', PAID: 'live', VOIDED: 'void', DELETED: 'void' },
}

function saleOf(invoice: XeroInvoice, day: FiscalDay, tin: string, payments: BookSale['payments']): BookSale {
  const number = invoice.InvoiceNumber ?? ''
  return {
    ...{ id: invoice.InvoiceID, number, mark: number, day, currency: invoice.CurrencyCode },
    ...{ state: STATES[invoice.Status] ?? 'open', reference: invoice.Reference ?? '' },
    ...{ customer: { name: invoice.Contact.Name ?? '', tin }, payments },
    lines: invoice.LineItems.map((line) => lineOf(line, invoice.LineAmountTypes === 'Exclusive')),
    total: centsOf(invoice.Total) ?? toCents(0),
  }
}

function dateOf(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `DateTime(${year},${month},${date})`
}

const guid = (field: string, id: string) => encodeURIComponent(`${field}==guid("${id.replaceAll('"', '')}")`)

/** What is read of invoices that people write in Xero, and of the days that are compared. */
export function createXeroReading(
  get: Get,
  webhookKey: string | null,
): Pick<AccountingGateway, 'changed' | 'sale' | 'entries' | 'signatureHeader' | 'readMessage'> {
  /** All pages of a list; the last one is not full. */
  const pages = async (access: BookAccess, path: string, headers: Readonly<Record<string, string>> = {}) => {
    const elements = []
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const read = readElements(await get(access, `${path}&page=${page}&pageSize=${PAGE}`, headers))
      if (read.kind !== 'ok') return read
      elements.push(...read.value)
      if (read.value.length < PAGE) break
    }
    return { kind: 'ok' as const, value: elements }
  }
  const paymentsOf = async (
    access: BookAccess,
    { InvoiceID, AmountPaid = 0 }: XeroInvoice,
  ): Promise<BookOutcome<BookSale['payments']>> => {
    if (AmountPaid === 0) return { kind: 'ok', value: [] }
    const answer = await get(access, `/Payments?where=${guid('Invoice.InvoiceID', InvoiceID)}&page=1`)
    const read = readWith(paymentsSchema, answer)
    if (read.kind !== 'ok') return read
    const live = read.value.Payments.filter(({ Status }) => Status !== 'DELETED')
    return {
      kind: 'ok',
      value: live.map(({ Account, Amount }) => ({
        account: Account.AccountID,
        amount: centsOf(Amount) ?? toCents(0),
      })),
    }
  }
  return {
    changed: async (access, { since, from }) => {
      const where = encodeURIComponent(`Type=="ACCREC" AND Date>=${dateOf(from)}`)
      const headers =
        since === null ? {} : { 'if-modified-since': new Date(instantMs(since)).toISOString().slice(0, 19) }
      const read = await pages(access, `/Invoices?where=${where}&summaryOnly=true`, headers)
      if (read.kind !== 'ok') return read
      return { kind: 'ok', value: read.value.flatMap(({ InvoiceID }) => InvoiceID ?? []) }
    },
    sale: async (access, id) => {
      const answer = await get(access, `/Invoices/${encodeURIComponent(id)}?unitdp=4`)
      if (!('lost' in answer) && answer.status === 404) return { kind: 'ok', value: null }
      const read = readWith(invoiceSchema, answer)
      if (read.kind !== 'ok') return read
      const [invoice] = read.value.Invoices
      const day = parseFiscalDay(invoice?.DateString.slice(0, 10) ?? '')
      if (!invoice || day === undefined) return { kind: 'unknown', detail: 'the answer is not readable' }
      if (invoice.Type !== 'ACCREC') return { kind: 'ok', value: null }
      const payments = await paymentsOf(access, invoice)
      if (payments.kind !== 'ok') return payments
      const contact = readElements(
        await get(access, `/Contacts?where=${guid('ContactID', invoice.Contact.ContactID)}&page=1`),
      )
      if (contact.kind !== 'ok') return contact
      const tin = contact.value[0]?.TaxNumber ?? ''
      return { kind: 'ok', value: saleOf(invoice, day, tin, payments.value) }
    },
    entries: async (access, kind, { from, to }) => {
      const isInvoice = kind === 'invoice'
      const where = encodeURIComponent(
        `Type=="${isInvoice ? 'ACCREC' : 'ACCRECCREDIT'}" AND Date>=${dateOf(from)} AND Date<=${dateOf(to)}`,
      )
      const read = await pages(access, `/${isInvoice ? 'Invoices' : 'CreditNotes'}?where=${where}`)
      if (read.kind !== 'ok') return read
      return {
        kind: 'ok',
        value: read.value.map((element) => ({
          ...entryOf(element),
          isVoid: element.Status === 'VOIDED' || element.Status === 'DELETED',
        })),
      }
    },
    signatureHeader: 'x-xero-signature',
    readMessage: (body, signature) => {
      if (!isSigned(body, signature, webhookKey)) return null
      const read = v.safeParse(messageSchema, parseMessage(body))
      // An intent to receive has no events.
      return (read.success ? read.output.events : [])
        .filter(({ eventCategory }) => eventCategory.toUpperCase() === 'INVOICE')
        .map(({ tenantId, resourceId }): BookEvent => ({ organizationId: tenantId, id: resourceId }))
    },
  }
}
