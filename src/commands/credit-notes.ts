import { findInvoice } from '#data/invoices.ts'
import { listByOrderingKey } from '#data/outbox-entries.ts'
import { isUnsent, orderingKeyOf, readBody } from '#data/outbox-entry.ts'
import { pendingCredits } from '#data/pending-documents.ts'
import { refreshPending } from '#data/records.ts'
import type { InvoiceRow, OutboxEntry } from '#data/rows.ts'
import { notBefore } from '#domain/calendar/east-africa.ts'
import { type CreditRequestLine, creditFigures } from '#domain/invoices/credit-note.ts'
import type { PaymentType } from '#domain/invoices/invoice.ts'
import { earliestRefund } from '#domain/invoices/return-moment.ts'
import type { Approval } from '#domain/permissions/operator-rights.ts'
import { ok, refuse } from '#domain/result.ts'
import type { Account } from '#session/account.ts'
import {
  type CommandDeps,
  type CommandResult,
  readAuthor,
  refusedWithCode,
  rightsOfAuthor,
} from '#sync/outbox/command-result.ts'
import { write } from '#sync/outbox/writer.ts'

type Input = {
  readonly invoiceId: string
  readonly returnedLines: readonly CreditRequestLine[]
  readonly reason: string
  readonly paidBy: PaymentType
  /** The owner's approval, where this operator may not refund alone. */
  readonly approval?: Approval | undefined
}

/**
 * Credits returned goods of a numbered invoice: validated by the server's rule against the rest, including credit
 * notes that still wait, and queued. The server numbers the note.
 */
export function creditInvoice(
  account: Account,
  deps: CommandDeps,
  { invoiceId, returnedLines, paidBy, approval, ...input }: Input,
): Promise<CommandResult<InvoiceRow>> {
  const orderingKey = orderingKeyOf('invoice', invoiceId)
  const creditNoteId = deps.ports.newId()
  return write(account, deps, async (tx) => {
    const { db } = tx
    const known = await readAuthor(db, 'invoice.credit')
    if (!known.ok) return known
    const author = known.value
    if (!rightsOfAuthor(author).refund && !approval) return refusedWithCode('FORBIDDEN')
    const reason = input.reason.trim()
    if (reason === '') return refuse([{ path: 'reason', code: 'CREDIT_NOTE_REASON_REQUIRED' }])
    const [row, entries] = await Promise.all([findInvoice(db, invoiceId), listByOrderingKey(db, orderingKey)])
    if (!row) return refusedWithCode('INVOICE_NOT_FOUND')
    // Stored already, by a run that lost its connection before it got the result.
    if (entries.some((entry) => isCredit(entry, creditNoteId))) return ok(row)
    if (entries.some((entry) => isUnsent(entry) && entry.type === 'invoice.cancel')) {
      return refusedWithCode('CREDIT_NOTE_INVOICE_CANCELED')
    }
    const creditNotes = [...(row.creditNotes ?? []), ...pendingCredits(row, entries)]
    const credited = creditFigures({ ...row, creditNotes }, returnedLines)
    if (credited.kind === 'refused') return refuse([{ path: credited.lineId ?? '', code: credited.code }])
    const { total } = credited.figures
    const lines = returnedLines.map((returnedLine) => ({ ...returnedLine }))
    const at = notBefore(await tx.moment(), earliestRefund(row))
    const body = { invoiceId, creditNoteId, lines, reason, paidBy, total, at, ...(approval && { approval }) }
    await tx.enqueue('invoice.credit', orderingKey, body)
    await refreshPending(db, [orderingKey])
    const shown = await findInvoice(db, invoiceId)
    return shown ? ok(shown) : refusedWithCode('INVOICE_NOT_FOUND')
  })
}

function isCredit(entry: OutboxEntry, creditNoteId: string): boolean {
  return entry.type === 'invoice.credit' && readBody('invoice.credit', entry)?.creditNoteId === creditNoteId
}
