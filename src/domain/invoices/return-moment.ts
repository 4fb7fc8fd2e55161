import { type Instant, notBefore } from '../calendar/east-africa.ts'
import type { Invoice } from './invoice.ts'

/** Before this nothing of a sale can come back: the sale itself, and its number, which it may have got later. */
export function earliestReturn({ saleAt, receipt }: Pick<Invoice, 'saleAt' | 'receipt'>): Instant {
  return receipt === null ? saleAt : notBefore(receipt.issuedAt, saleAt)
}

/**
 * The time of a refund or a cancellation as the server keeps it: when the person did it (`said`, by an offline phone days
 * ago), but never before the sale and never after `now`. `recordedAt` says when the server got it, where that was later.
 */
export function returnMoment(
  said: Instant | undefined,
  invoice: Pick<Invoice, 'saleAt' | 'receipt'>,
  now: Instant,
): { readonly at: Instant; readonly recordedAt?: Instant } {
  const at = notBefore(said ?? now, earliestReturn(invoice))
  return at < now ? { at, recordedAt: now } : { at: now }
}
