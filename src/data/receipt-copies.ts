import type { Instant } from '#domain/calendar/east-africa.ts'
import type { AccountDatabase } from './account-database.ts'
import { insertAudit } from './audit.ts'
import { orderingKeyOf } from './outbox-entry.ts'

/** How a fiscal receipt was handed over. A link or a message is no receipt and is not counted. */
export type ReceiptCopyMedium = 'paper' | 'printer' | 'pdf'

/** What this phone knows about the papers and files of a receipt. */
export type Handovers = {
  /** This phone submitted the sale itself, so no other one may give out the original. */
  readonly issuedHere: boolean
  /** How many it handed over. */
  readonly count: number
}

const ACTION = 'receipt handed over'

function subjectOf(invoiceId: string): string {
  return `receipt:${invoiceId}`
}

/**
 * Whether the next paper is a copy (TRA guide: a reprint says so). Two phones without a connection cannot agree which of
 * them prints first, so only the phone that issued the receipt gives out the original, and only once. A count on the
 * server would come too late for the second phone.
 */
export function isCopy({ issuedHere, count }: Handovers): boolean {
  return !issuedHere || count > 0
}

/** A sale of a transfer file is not this phone's own: the other phone may have sent and printed it. */
async function isIssuedHere(db: AccountDatabase, invoiceId: string): Promise<boolean> {
  const lines = await db.audit.where('subject').equals(orderingKeyOf('invoice', invoiceId)).toArray()
  const has = (action: string) => lines.some((line) => line.action === `invoice.submit ${action}`)
  return has('done') && !has('taken over')
}

async function readHandovers(db: AccountDatabase, invoiceId: string): Promise<Handovers> {
  const [issuedHere, count] = await Promise.all([
    isIssuedHere(db, invoiceId),
    db.audit.where('subject').equals(subjectOf(invoiceId)).count(),
  ])
  return { issuedHere, count }
}

/** What this phone has handed over of a receipt; usable in live queries. */
export function findHandovers(db: AccountDatabase, invoiceId: string): Promise<Handovers> {
  return db.run(() => readHandovers(db, invoiceId))
}

/**
 * Records that a receipt is being handed over, and returns whether it is a copy. Durable before it resolves, so that no
 * crash makes two originals.
 */
export function insertReceiptCopy(
  db: AccountDatabase,
  invoiceId: string,
  medium: ReceiptCopyMedium,
  at: Instant,
): Promise<boolean> {
  return db.transaction('rw', db.audit, async () => {
    const before = await readHandovers(db, invoiceId)
    await insertAudit(db, {
      at,
      action: ACTION,
      subject: subjectOf(invoiceId),
      opId: null,
      detail: { as: medium, number: before.count + 1 },
    })
    return isCopy(before)
  })
}
