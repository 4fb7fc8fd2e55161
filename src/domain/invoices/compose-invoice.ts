import type { Instant } from '../calendar/east-africa.ts'
import { type Company, isVatRegistered } from '../companies/company.ts'
import type { DraftInvoice, Invoice, InvoiceContent } from './invoice.ts'
import { invoiceTotals } from './invoice-totals.ts'

/** Makes the draft from a person's input; `before` is the invoice that it replaces. */
export function composeInvoice(
  author: { readonly company: Company; readonly name: string; readonly user: { readonly id: string } },
  before: Invoice | undefined,
  written: {
    readonly id: string
    readonly content: InvoiceContent
    readonly saleAt: Instant
    readonly slipToken?: string
  },
): DraftInvoice {
  const vatRegistered = isVatRegistered(author.company)
  return {
    ...written.content,
    id: written.id,
    companyId: author.company.id,
    status: 'draft',
    rev: before?.rev ?? 0,
    saleAt: written.saleAt,
    operatorId: author.user.id,
    operatorName: author.name,
    origin: before?.origin ?? 'app',
    channel: before?.channel,
    accountingNumber: before?.accountingNumber ?? '',
    vatRegistered,
    totals: invoiceTotals(written.content, vatRegistered),
    receipt: null,
    ...(written.slipToken === undefined ? {} : { slipToken: written.slipToken }),
    cancellation: null,
  }
}
