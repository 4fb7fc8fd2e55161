import { fiscalDayOf } from '#domain/calendar/east-africa.ts'
import { creditFigures } from '#domain/invoices/credit-note.ts'
import type { CreditNote, Invoice, InvoiceMail } from '#domain/invoices/invoice.ts'
import type { AccountDatabase } from './account-database.ts'
import { listByOrderingKey } from './outbox-entries.ts'
import { isOnItsWay, isUnsent, mailOrderingKey, orderingKeyOf, readBody } from './outbox-entry.ts'
import type { InvoiceRow, OutboxEntry } from './rows.ts'

/** A refund that this phone has not sent yet: it has no number yet. */
export type PendingCredit = Pick<CreditNote, 'id' | 'reason' | 'paidBy' | 'lines' | 'perLetter' | 'total'> & {
  readonly opId: string
  readonly at: OutboxEntry['createdAt']
  /** Why the server refused it, or that it is behind something refused; `null` while it is on its way. */
  readonly code: string | null
}

/**
 * Refunds of an invoice in its outbox entries, applied to what the server has, in their order. One that no longer
 * fits the rest is left for the server to refuse.
 */
export function pendingCredits(row: Invoice, entries: readonly OutboxEntry[]): PendingCredit[] {
  const pending: PendingCredit[] = []
  const known = row.creditNotes ?? []
  for (const entry of entries) {
    if (entry.type !== 'invoice.credit' || !isUnsent(entry)) continue
    const body = readBody('invoice.credit', entry)
    if (!body || known.some(({ id }) => id === body.creditNoteId)) continue
    const credited = creditFigures({ ...row, creditNotes: [...known, ...pending] }, body.lines)
    if (credited.kind === 'refused') continue
    const { creditNoteId: id, reason, paidBy } = body
    const blocked = entry.state === 'blocked' ? 'OPERATION_DEPENDENCY_REFUSED' : 'UNEXPECTED'
    const code = isOnItsWay(entry) ? null : (entry.state === 'attention' && entry.last?.code) || blocked
    const at = body.at ?? entry.createdAt
    pending.push({ id, reason, paidBy, ...credited.figures, opId: entry.opId, at, code })
  }
  return pending
}

/** A refund that this phone knows of; one that waits has no number yet. */
export type KnownCredit = Pick<CreditNote, 'id' | 'at' | 'day' | 'total'> &
  Partial<Pick<CreditNote, 'number'>>

/** The refunds of an invoice with those that are on their way: what needs a person may never happen. */
export function knownCredits(row: Invoice, entries: readonly OutboxEntry[]): KnownCredit[] {
  const waiting = pendingCredits(row, entries.filter(isOnItsWay))
  return [
    ...(row.creditNotes ?? []),
    ...waiting.map(({ id, at, total }) => ({ id, at, day: fiscalDayOf(at), total })),
  ]
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
