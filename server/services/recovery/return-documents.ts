import type { Instant } from '#domain/calendar/east-africa.ts'
import { creditFigures } from '#domain/invoices/credit-note.ts'
import type { CreditNote, Invoice, InvoiceMail } from '#domain/invoices/invoice.ts'
import type { AggregateRow } from '#domain/reports/aggregate.ts'
import { refundDeltas } from '#domain/reports/refund-deltas.ts'
import { stockRefund } from '#domain/stock/stock.ts'
import { advanceCreditNoteCounter } from '../../storage/invoices/credit-notes.ts'
import { insertInvoiceMail } from '../../storage/invoices/invoice-mails.ts'
import type { Execution } from '../operations/execution.ts'

type Documents = Pick<Invoice, 'creditNotes' | 'mails'>

/** Notes that the restored database lacks; those whose figures our own rule does not give are left out. */
function missingNotes(stored: Invoice, returned: Documents): CreditNote[] {
  const storedNotes = stored.creditNotes ?? []
  const missing: CreditNote[] = []
  for (const note of returned.creditNotes ?? []) {
    if (storedNotes.some(({ id, number }) => id === note.id || number === note.number)) continue
    const credited = creditFigures({ ...stored, creditNotes: [...storedNotes, ...missing] }, note.lines)
    if (credited.kind === 'ok' && credited.figures.total === note.total) {
      missing.push({ ...note, ...credited.figures })
    }
  }
  return missing
}

/**
 * Restores the refunds and e-mails of an invoice that a phone returns after a restore. A mail that was still
 * waiting at the phone's last state is sent; it has its old message id, so a mailbox that has it drops the
 * second. Returns the invoice with them, and what the refunds add to the stored totals; `undefined` when
 * nothing was missing.
 */
export async function returnDocuments(
  execution: Execution,
  stored: Invoice,
  returned: Documents,
): Promise<{ readonly invoice: Invoice; readonly deltas: readonly AggregateRow[] } | undefined> {
  const { tx, scope } = execution
  const notes = missingNotes(stored, returned)
  const mails = (returned.mails ?? []).filter((mail) => !stored.mails?.some(({ id }) => id === mail.id))
  if (notes.length === 0 && mails.length === 0) return undefined
  const invoice: Invoice = {
    ...stored,
    ...(notes.length > 0 && { creditNotes: [...(stored.creditNotes ?? []), ...notes] }),
    ...(mails.length > 0 && { mails: [...(stored.mails ?? []), ...mails] }),
  }
  for (const { number } of notes) await advanceCreditNoteCounter(tx, scope, number)
  return {
    invoice,
    deltas: notes.flatMap((note) => [...refundDeltas(stored, note), ...stockRefund(stored, note)]),
  }
}

/** Queues the returned mails that were still waiting. Call it once their invoice is stored. */
export async function requeueMails(
  { tx, scope }: Execution,
  invoiceId: string,
  mails: readonly InvoiceMail[],
  at: Instant,
): Promise<void> {
  for (const mail of mails) {
    if (mail.state === 'queued') await insertInvoiceMail(tx, scope, { ...mail, at, invoiceId })
  }
}
