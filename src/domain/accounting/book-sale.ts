import type { FiscalDay } from '../calendar/east-africa.ts'
import {
  type InvoiceContent,
  type InvoiceCustomer,
  type InvoiceLine,
  PAYMENT_TYPES,
} from '../invoices/invoice.ts'
import { WALK_IN_CUSTOMER } from '../invoices/new-draft.ts'
import { toBasisPoints } from '../money/basis-points.ts'
import { type Cents, sumCents } from '../money/cents.ts'
import { MAX_QUANTITY, type Quantity, quantityText, THOUSANDTHS, toQuantity } from '../money/quantity.ts'
import { timesRatio } from '../money/round-half-up.ts'
import { splitInclusive } from '../tax/split-inclusive.ts'
import type { TaxType } from '../tax/tax-type.ts'
import { oneLine } from '../text/one-line.ts'
import type { BookTax } from './book-document.ts'
import type { InboxProblem } from './inbox-problem.ts'
import type { AccountingMapping, UsedTax } from './mapping.ts'

/** A line as the books have it; `gross` is with tax. */
export type BookSaleLine = {
  readonly text: string
  /** Name of the item in the books, empty when the line has none. */
  readonly item: string
  /** Pieces as the books say, in thousandths; `null` when they say none or more decimals. */
  readonly quantity: Quantity | null
  readonly gross: Cents
  readonly taxAmount: Cents
  /** The choice of tax, as in the mapping; empty when there is none. */
  readonly tax: string
}

/** A sales invoice as the books of a service have it. */
export type BookSale = {
  readonly id: string
  readonly number: string
  /** Where the number of a receipt would stand if we had written the invoice. */
  readonly mark: string
  readonly day: FiscalDay
  readonly currency: string
  /** `live`: it counts; `open`: not approved yet; `void`: voided or deleted. */
  readonly state: 'live' | 'open' | 'void'
  readonly reference: string
  readonly customer: { readonly name: string; readonly tin: string }
  readonly lines: readonly BookSaleLine[]
  /** What was paid, by the account that got it. */
  readonly payments: readonly { readonly account: string; readonly amount: Cents }[]
  readonly total: Cents
  /** A discount over the whole invoice, which is in the lines already; absent when there is none. */
  readonly discount?: Cents
}

type DraftLine = Omit<InvoiceLine, 'id' | 'rate' | 'productId'> & { readonly item: string }
/** What a draft takes over; products and saved customers are looked up by who stores it. */
export type BookDraft = Omit<InvoiceContent, 'lines'> & { readonly lines: readonly DraftLine[] }

export type ReadSale =
  | { readonly ok: true; readonly draft: BookDraft }
  | { readonly ok: false; readonly problem: InboxProblem; readonly detail: string }

const LONGEST_TEXT = 255
const LONGEST_REFERENCE = 100
const LONGEST_NAME = 100

/** The one kind of tax that a choice means; two kinds behind one choice cannot be distinguished. */
function taxTypeOf(
  { tax, taxAmount }: BookSaleLine,
  mapping: Pick<AccountingMapping, 'taxes'>,
  used: readonly UsedTax[],
): TaxType | undefined {
  const kinds: BookTax[] = used.map((entry) => entry.tax).filter((kind) => mapping.taxes[kind] === tax)
  if (used.every((entry) => entry.tax === 'none')) return taxAmount === 0 ? 'standard' : undefined
  const [only] = kinds
  return kinds.length === 1 && only !== undefined && only !== 'none' ? only : undefined
}

/** Pieces and a price with tax that give exactly the amount; one piece where the books round otherwise. */
function piecesOf({
  quantity,
  gross,
  text,
  item,
}: BookSaleLine): Pick<DraftLine, 'quantity' | 'unitPrice' | 'description'> {
  const name = oneLine(text) || oneLine(item) || '-'
  if (quantity !== null && quantity > 0 && quantity <= MAX_QUANTITY) {
    const unitPrice = timesRatio(gross, THOUSANDTHS, quantity)
    if (unitPrice > 0 && timesRatio(unitPrice, quantity, THOUSANDTHS) === gross)
      return { quantity, unitPrice, description: name.slice(0, LONGEST_TEXT) }
  }
  const pieces = quantity === null || quantity === THOUSANDTHS ? '' : `${quantityText(quantity)} × `
  return {
    ...{ quantity: toQuantity(THOUSANDTHS), unitPrice: gross },
    description: `${pieces}${name}`.slice(0, LONGEST_TEXT),
  }
}

function customerOf({ name, tin }: BookSale['customer'], walkIn: string): InvoiceCustomer {
  const known = oneLine(name).slice(0, LONGEST_NAME)
  if (known === '' || known.toLowerCase() === walkIn.toLowerCase()) return WALK_IN_CUSTOMER
  const digits = tin.replaceAll(/\D/g, '')
  return {
    ...{ ...WALK_IN_CUSTOMER, name: known },
    ...(digits.length === 9 && {
      identificationType: 'TAX_IDENTIFICATION_NUMBER' as const,
      identificationNumber: digits,
    }),
  }
}

function paymentsOf(
  sale: BookSale,
  mapping: Pick<AccountingMapping, 'payments'>,
): InvoiceContent['payments'] {
  const byType = PAYMENT_TYPES.map((type, index) => {
    // Two types may share an account: its money counts for the first.
    const isFirst =
      PAYMENT_TYPES.findIndex((other) => mapping.payments[other] === mapping.payments[type]) === index
    const own = sale.payments.filter(({ account }) => isFirst && account === mapping.payments[type])
    return { type, amount: sumCents(own.map(({ amount }) => amount)) }
  })
  const paid = byType.filter(({ amount }) => amount > 0)
  return sumCents(paid.map(({ amount }) => amount)) <= sale.total ? paid : []
}

/**
 * Whether a receipt with these lines has the tax of the books. A discount that was taken off after the tax leaves more tax
 * there than a receipt of the reduced amount has.
 */
function hasTaxOfReceipt(
  lines: readonly { readonly taxType: TaxType; readonly gross: Cents; readonly taxAmount: Cents }[],
  used: readonly UsedTax[],
): boolean {
  return [...new Set(lines.map(({ taxType }) => taxType))].every((taxType) => {
    const own = lines.filter((line) => line.taxType === taxType)
    const rate = used.find(({ tax }) => tax === taxType)?.rate ?? toBasisPoints(0)
    const { tax } = splitInclusive(sumCents(own.map(({ gross }) => gross)), rate)
    return tax === sumCents(own.map(({ taxAmount }) => taxAmount))
  })
}

/**
 * The draft that an invoice of the books becomes, equal to the cent, or why a person must look at it: another currency, a
 * line below zero, a tax that the mapping does not know or knows twice, lines that do not add up, a discount after tax.
 */
export function readBookSale(sale: BookSale, mapping: AccountingMapping, used: readonly UsedTax[]): ReadSale {
  const no = (problem: InboxProblem, detail = ''): ReadSale => ({ ok: false, problem, detail })
  if (sale.currency !== 'TZS') return no('currency', sale.currency)
  const charged = sale.lines.filter(({ gross }) => gross !== 0)
  const below = charged.find(({ gross }) => gross < 0)
  if (below) return no('negative', below.text)
  const lines: DraftLine[] = []
  const taxed: Parameters<typeof hasTaxOfReceipt>[0][number][] = []
  for (const line of charged) {
    const taxType = taxTypeOf(line, mapping, used)
    if (taxType === undefined) return no('tax', `${oneLine(line.text)}: ${line.tax}`)
    taxed.push({ ...line, taxType })
    lines.push({ ...piecesOf(line), taxType, discount: toBasisPoints(0), item: oneLine(line.item) })
  }
  const sum = sumCents(charged.map(({ gross }) => gross))
  if (sum !== sale.total || lines.length === 0) return no('total', `${sum / 100} / ${sale.total / 100}`)
  if ((sale.discount ?? 0) !== 0 && !hasTaxOfReceipt(taxed, used)) return no('discount')
  return {
    ok: true,
    draft: {
      customer: customerOf(sale.customer, mapping.walkIn),
      amountType: 'INCLUSIVE',
      reference: oneLine(sale.reference).slice(0, LONGEST_REFERENCE),
      lines,
      payments: paymentsOf(sale, mapping),
    },
  }
}

/** Whether two readings of an invoice say the same sale; who has paid since makes no other one. */
export function isSameSale(one: BookSale, other: BookSale): boolean {
  const figures = ({ day, currency, customer, lines, total }: BookSale) =>
    JSON.stringify([
      ...[day, currency, customer.name, customer.tin, total],
      lines.map(({ text, quantity, gross, tax }) => [text, quantity, gross, tax]),
    ])
  return figures(one) === figures(other)
}
