import { instantMs } from '#domain/calendar/east-africa.ts'
import type { Collection } from '#domain/collections/collection.ts'
import { environmentOf } from '#domain/fiscal/environment.ts'
import type { NumberedInvoice } from '#domain/invoices/invoice.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { receiptLines } from '#domain/receipts/receipt-lines.ts'
import { drawPdf } from '#receipt-pdf/draw-pdf.ts'
import { receiptMessages } from '../../messages/receipt-messages.ts'
import { getCompanyRecord } from '../../storage/accounts/companies.ts'
import type { Db } from '../../storage/schema.ts'
import type { CompanyScope } from '../../storage/scope.ts'

/** The name under which a receipt stands beside its invoice; it finds the file again after a lost answer. */
export function receiptFileName({ receipt }: NumberedInvoice): string {
  return `Receipt ${receipt.rctvnum}.pdf`
}

/** The receipt as a PDF, the same bytes whenever it is drawn. */
export async function receiptFile(
  db: Db,
  scope: CompanyScope,
  invoice: NumberedInvoice,
): Promise<Uint8Array<ArrayBuffer>> {
  const { company } = await getCompanyRecord(db, scope)
  const pdf = drawPdf({
    lines: receiptLines({ invoice, company, copy: false }, receiptMessages.en),
    ...{ size: 'A4', title: invoice.receipt.rctvnum, at: instantMs(invoice.receipt.issuedAt) },
    fileId: invoice.id.replaceAll('-', ''),
  })
  return new Uint8Array(pdf)
}

/** The note about its receipt that an invoice of the books gets; `subject` is the end of the step. */
export function noteText(
  invoice: NumberedInvoice,
  subject: string,
  collections: readonly Collection[],
): string | undefined {
  const { receipt } = invoice
  const kind = environmentOf(receipt) === 'live' ? 'TRA receipt' : 'Test receipt, not a TRA receipt:'
  if (subject === 'issued')
    return `${kind} ${receipt.rctvnum} of ${receipt.issuedDay} ${receipt.issuedTime}: ${receipt.verifyUrl}`
  if (subject === 'canceled') return `${kind} ${receipt.rctvnum} was canceled in Risiti`
  const [about, id] = subject.split(':')
  const collected = id === undefined ? undefined : collections.find((known) => known.id === id)
  if (collected) {
    // Two payments of one amount on one day are two notes, and a note is found by its text.
    const money = `${moneyText(collected.amount)} of ${collected.day} (${collected.id.slice(0, 8)})`
    return about === 'collect'
      ? `${kind} ${receipt.rctvnum}: ${money} was received in Risiti`
      : `${kind} ${receipt.rctvnum}: ${money} was entered by mistake in Risiti and taken back`
  }
  const note = (invoice.creditNotes ?? []).find(({ id }) => id === subject)
  return (
    note &&
    `${kind} ${receipt.rctvnum}: ${moneyText(note.total)} was refunded in Risiti, credit note ${note.number}`
  )
}
