import { creditFigures } from '#domain/invoices/credit-note.ts'
import type { CreditNote, InvoiceMail } from '#domain/invoices/invoice.ts'
import type { AccountDatabase } from './account-database.ts'
import { listByOrderingKey } from './outbox-entries.ts'
import { isUnsent, mailOrderingKey, orderingKeyOf, readBody } from './outbox-entry.ts'
import type { InvoiceRow, OutboxEntry } from './rows.ts'

/** A refund that this phone has not sent yet: it has no number yet. */
export type PendingCredit = Pick<CreditNote, 'id' | 'reason' | 'paidBy' | 'lines' | 'perLetter' | 'total'> & {
  readonly opId: string
  readonly at: OutboxEntry['createdAt']
  /** Why the server refused it; `null` while it waits. */
  readonly code: string | null
}

/**
 * Refunds of an invoice in its outbox entries, applied to what the server has, in their order. One that no longer
 * fits the rest is left for the server to refuse.
 */
export function pendingCredits(row: InvoiceRow, entries: readonly OutboxEntry[]): PendingCredit[] {
  const pending: PendingCredit[] = []
  const known = row.creditNotes ?? []
  for (const entry of entries) {
    if (entry.type !== 'invoice.credit' || !isUnsent(entry)) continue
    const body = readBody('invoice.credit', entry)
    if (!body || known.some(({ id }) => id === body.creditNoteId)) continue
    const credited = creditFigures({ ...row, creditNotes: [...known, ...pending] }, body.lines)
    if (credited.kind === 'refused') continue
    const { creditNoteId: id, reason, paidBy } = body
    const code = entry.state === 'attention' ? (entry.last?.code ?? 'UNEXPECTED') : null
    pending.push({ id, reason, paidBy, ...credited.figures, opId: entry.opId, at: entry.createdAt, code })
  }
  return pending
}

/** Refunds of an invoice that this phone has not sent yet. */
export async function readPendingCredits(db: AccountDatabase, row: InvoiceRow): Promise<PendingCredit[]> {
  return pendingCredits(row, await listByOrderingKey(db, orderingKeyOf('invoice', row.id)))
}

/** An e-mail that has not reached the server. */
export type PendingMail = Pick<InvoiceMail, 'id' | 'to' | 'language'> & {
  readonly opId: string
  readonly at: OutboxEntry['createdAt']
  /** Why it was refused; `null` while it waits. */
  readonly code: string | null
}

/** E-mails of an invoice that this phone has not sent yet, oldest first. */
export async function readPendingMails(db: AccountDatabase, row: InvoiceRow): Promise<PendingMail[]> {
  const known = new Set(row.mails?.map(({ id }) => id))
  const entries = await listByOrderingKey(db, mailOrderingKey(row.id))
  return entries.flatMap((entry) => {
    const body = isUnsent(entry) ? readBody('invoice.email', entry) : undefined
    if (!body || known.has(body.mailId)) return []
    const stuck = entry.state === 'attention' || entry.state === 'blocked'
    const code = stuck ? (entry.last?.code ?? 'OPERATION_DEPENDENCY_REFUSED') : null
    return [
      { id: body.mailId, to: body.to, language: body.language, opId: entry.opId, at: entry.createdAt, code },
    ]
  })
}
