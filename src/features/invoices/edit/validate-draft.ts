import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import type { CompanyChoices } from '#domain/companies/company.ts'
import { checkInvoice } from '#domain/invoices/check-invoice.ts'
import type { InvoiceContent } from '#domain/invoices/invoice.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import type { LineField } from './editor-store.ts'

/** The name of a field of a line in `unreadable`. */
export function lineFieldKey(lineId: string, field: LineField): string {
  return `${lineId}.${field}`
}

export function paymentFieldKey(index: number): string {
  return `payments.${index}`
}

const UNREADABLE: Record<LineField, string> = {
  quantity: 'INVOICE_LINE_QUANTITY_REQUIRED',
  unitPrice: 'INVOICE_LINE_PRICE_REQUIRED',
  discount: 'REQUEST_INVALID',
}

/** What a draft is judged by beside its content. */
export type DraftRules = {
  readonly vatRegistered: boolean
  readonly today: FiscalDay
  readonly choices: CompanyChoices | undefined
}

/**
 * Everything that keeps the draft from being submitted, at its field: the rules of the domain, and unreadable fields,
 * which the rules cannot see.
 */
export function validateDraft(
  content: InvoiceContent,
  unreadable: ReadonlySet<string>,
  { vatRegistered, today, choices }: DraftRules,
): FieldRefusal<string>[] {
  const found: FieldRefusal<string>[] = [...checkInvoice(content, vatRegistered, { today, choices })]
  const add = (path: string, code: string) => {
    if (!found.some((refusal) => refusal.path === path)) found.push({ path, code })
  }
  content.lines.forEach((line, index) => {
    for (const field of ['quantity', 'unitPrice', 'discount'] as const) {
      if (unreadable.has(lineFieldKey(line.id, field))) add(`lines.${index}.${field}`, UNREADABLE[field])
    }
  })
  content.payments.forEach((_, index) => {
    if (unreadable.has(paymentFieldKey(index)))
      add(`payments.${index}.amount`, 'INVOICE_PAYMENT_NOT_POSITIVE')
  })
  return found
}
