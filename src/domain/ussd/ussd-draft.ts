import { instantMs } from '../calendar/east-africa.ts'
import type { Invoice, PaymentType } from '../invoices/invoice.ts'
import { type Cents, toCents } from '../money/cents.ts'
import { type Quantity, THOUSANDTHS, toQuantity } from '../money/quantity.ts'
import type { TaxType } from '../tax/tax-type.ts'

export const MAX_USSD_LINES = 5

/** What is being added: a saved product, or a new one by name. */
export type UssdItem = { readonly productId: string | null; readonly name: string; readonly taxType: TaxType }

/** A line of a dialled sale. The price includes VAT, in cents. */
export type UssdLine = UssdItem & { readonly quantity: Quantity; readonly unitPrice: Cents }

/** A sale while it is dialled. Its id is the key under which it is submitted once. */
export type UssdDraft = {
  readonly id: string
  readonly lines: readonly UssdLine[]
  /** `null`: not paid yet. */
  readonly payment: PaymentType | null
  /** Nine digits, or `null`. */
  readonly tin: string | null
}

/** The total in cents, tax included. */
export function draftTotal({ lines }: Pick<UssdDraft, 'lines'>): Cents {
  let total = 0
  for (const { quantity, unitPrice } of lines) total += Math.round((quantity * unitPrice) / THOUSANDTHS)
  return toCents(total)
}

/** After so long an equal sale is another one, and the code of the last one was read. */
const JUST_SOLD_MS = 2 * 60_000

/** Whether an invoice was dialled less than two minutes ago and holds. `now` in milliseconds. */
export function isJustDialled({ saleAt, status, origin }: Invoice, now: number): boolean {
  return origin === 'USSD' && status !== 'canceled' && now - instantMs(saleAt) < JUST_SOLD_MS
}

/**
 * Whether a dialled sale is like one that was dialled less than two minutes ago: it may be the same one, entered again
 * because the answer got lost. `now` in milliseconds.
 */
export function isLikeSale(draft: UssdDraft, invoice: Invoice, now: number): boolean {
  const { lines, customer } = invoice
  if (!isJustDialled(invoice, now)) return false
  const isSame = (line: UssdLine, sold: Invoice['lines'][number] | undefined) =>
    sold?.description === line.name && sold.quantity === line.quantity && sold.unitPrice === line.unitPrice
  return (
    customer.identificationNumber === (draft.tin ?? '') &&
    lines.length === draft.lines.length &&
    draft.lines.every((line, index) => isSame(line, lines[index]))
  )
}

const LARGEST_LINE = 999_999_999

/**
 * Reads `7500` or `3x2500`: whole shillings, with a whole quantity in front. `undefined` when it is none of
 * these, nothing, or more than Tsh 999,999,999 for the line.
 */
export function readAmount(text: string): { quantity: Quantity; unitPrice: Cents } | undefined {
  const match = /^(?:(\d{1,5})[xX])?(\d{1,9})$/.exec(text.replace(/[\s,]/g, ''))
  if (!match?.[2]) return undefined
  const [pieces, price] = [Number(match[1] ?? '1'), Number(match[2])]
  if (pieces === 0 || price === 0 || pieces * price > LARGEST_LINE) return undefined
  return { quantity: toQuantity(pieces * THOUSANDTHS), unitPrice: toCents(price * 100) }
}
