import { type Instant, notBefore } from '../calendar/east-africa.ts'
import type { Invoice } from './invoice.ts'

/** Before this no goods of a sale are refunded: the sale itself, and its number, which it may have got later. */
export function earliestRefund({ saleAt, receipt }: Pick<Invoice, 'saleAt' | 'receipt'>): Instant {
  return receipt === null ? saleAt : notBefore(receipt.issuedAt, saleAt)
}

/**
 * The time of a refund or a cancellation as the server keeps it: when the person did it (`said`, by an offline phone days
 * ago), but never after `now` and never before the `earliest` time. That of a cancellation is the sale: one that was
 * tapped before the sale had its number gave back the money then, out of the drawer that has it. `recordedAt` says when
 * the server got it, where that was later.
 */
export function returnMoment(
  said: Instant | undefined,
  earliest: Instant,
  now: Instant,
): { readonly at: Instant; readonly recordedAt?: Instant } {
  const at = notBefore(said ?? now, earliest)
  return at < now ? { at, recordedAt: now } : { at: now }
}
