import type { Instant } from '#domain/calendar/east-africa.ts'
import type { AccountDatabase } from './account-database.ts'
import { insertAudit } from './audit.ts'

/** How a fiscal receipt was handed over. A link or a message is no receipt and is not counted. */
export type ReceiptCopyMedium = 'paper' | 'printer' | 'pdf'

const ACTION = 'receipt handed over'

function subjectOf(invoiceId: string): string {
  return `receipt:${invoiceId}`
}

/** How many papers or files of a receipt this phone has handed over; usable in live queries. */
export function countReceiptCopies(db: AccountDatabase, invoiceId: string): Promise<number> {
  return db.run(() => db.audit.where('subject').equals(subjectOf(invoiceId)).count())
}

/**
 * Records that a receipt is being handed over, and returns how many were before it: 0 makes this the original,
 * anything else a copy. Durable before it resolves, so that no crash makes two originals.
 */
export function insertReceiptCopy(
  db: AccountDatabase,
  invoiceId: string,
  medium: ReceiptCopyMedium,
  at: Instant,
): Promise<number> {
  return db.transaction('rw', db.audit, async () => {
    const before = await countReceiptCopies(db, invoiceId)
    await insertAudit(db, {
      at,
      action: ACTION,
      subject: subjectOf(invoiceId),
      opId: null,
      detail: { as: medium, number: before + 1 },
    })
    return before
  })
}
