import { dayText, fiscalDayOf, fiscalTimeOf, type Instant } from '../calendar/east-africa.ts'
import type { Company } from '../companies/company.ts'
import { normalizePhone, phoneText } from '../identity/phone.ts'
import { creditNoteNumber } from '../invoices/credit-note.ts'
import type { CreditNote, Invoice } from '../invoices/invoice.ts'
import { percentText } from '../money/basis-points.ts'
import type { Cents } from '../money/cents.ts'
import { amountText, moneyText } from '../money/money-text.ts'
import { quantityText } from '../money/quantity.ts'
import { taxLetter } from '../tax/tax-type.ts'
import { companyFacts, customerFacts } from './receipt-facts.ts'
import type { ReceiptLine } from './receipt-line.ts'
import type { ReceiptMessages } from './receipt-messages.ts'

/** The words of a credit note that a receipt does not have. */
export type CreditNoteMessages = {
  /** First and last line: what it is, and that it is not fiscal. */
  readonly title: string
  readonly number: string
  /** Replaces a number that the server has not assigned yet. */
  readonly noNumber: string
  readonly date: string
  readonly time: string
  readonly original: string
  readonly reason: string
  readonly paidBack: string
  readonly total: string
  readonly payment: string
}

export type CreditNoteSource = {
  readonly invoice: Invoice
  readonly company: Company
  /** `number` is `null` while it waits for the server. */
  readonly note: Pick<CreditNote, 'reason' | 'lines' | 'perLetter' | 'total'> & {
    readonly number: number | null
    readonly at: Instant
    readonly by: string
    /** The part that was money back; the rest lowered what the customer owes. */
    readonly paidBack: Cents
  }
}

const RULE: ReceiptLine = { kind: 'rule' }

/**
 * A credit note on paper: not a fiscal receipt, which its first and last line say, with the code of the receipt that
 * it refunds. Drawn by the same parts as a receipt.
 */
export function creditNoteLines(
  { invoice, company, note }: CreditNoteSource,
  receiptMessages: ReceiptMessages,
  messages: CreditNoteMessages,
): ReceiptLine[] {
  const facts = (pairs: readonly (readonly [string, string])[]): ReceiptLine[] =>
    pairs.flatMap(([name, value]) => (value === '' ? [] : [{ kind: 'fact', name, value }]))
  const { paidBack, total } = note
  // A method is printed for money that was given back, with the amount where it is less than the note.
  const method = [messages.payment, ...(paidBack < total ? [moneyText(paidBack, true)] : [])].join(' ')
  const contact = phoneText(normalizePhone(company.phone) ?? company.phone)
  return [
    { kind: 'frame', text: messages.title },
    { kind: 'seller', text: company.name },
    ...[company.address, contact].flatMap((text): ReceiptLine[] =>
      text === '' ? [] : [{ kind: 'centred', text }],
    ),
    RULE,
    // A note has no fiscal device and no fiscal numbers of its own.
    ...companyFacts(invoice, company, receiptMessages),
    RULE,
    ...customerFacts(invoice, receiptMessages),
    RULE,
    ...facts([
      [messages.number, note.number === null ? messages.noNumber : creditNoteNumber(note.number)],
      [messages.date, dayText(fiscalDayOf(note.at))],
      [messages.time, fiscalTimeOf(note.at)],
      [messages.original, invoice.receipt?.rctvnum ?? ''],
      [messages.reason, note.reason],
      [messages.paidBack, paidBack > 0 ? method : ''],
      [receiptMessages.servedBy, note.by],
    ]),
    RULE,
    ...note.lines.flatMap(({ lineId, quantity, amount }): ReceiptLine[] => {
      const line = invoice.lines.find(({ id }) => id === lineId)
      if (!line) return []
      const letter = taxLetter(line.taxType, invoice.vatRegistered)
      return [
        {
          kind: 'item',
          description: line.description,
          measure: `${quantityText(quantity)} / ${quantityText(line.quantity)}`,
          amount: `${amountText(amount, true)} ${letter}`,
          discount: null,
        },
      ]
    }),
    RULE,
    ...note.perLetter
      .filter(({ tax }) => tax > 0)
      .map(({ letter, rate, tax }): ReceiptLine => {
        return {
          kind: 'sum',
          name: receiptMessages.taxRate(letter, percentText(rate)),
          value: amountText(tax, true),
        }
      }),
    { kind: 'grand', name: messages.total, value: moneyText(total, true) },
    { kind: 'frame', text: messages.title },
  ]
}
