import type { Invoice } from './invoice.ts'

/** What this phone has not sent yet about an invoice, as the outbox holds it. */
export type PendingWork =
  | { readonly kind: 'none' }
  /**
   * In the outbox, sent before or not. `cancels` is the reason (or '') of a cancellation; `deletes` says that the
   * record is to go, `importKey` that a chunk of an imported file has it: the ordering key of that chunk.
   */
  | {
      readonly kind: 'waiting'
      readonly submits: boolean
      readonly cancels?: string
      readonly deletes?: boolean
      readonly importKey?: string
    }
  /** The server refused it or it is held back; `code` is the reason. */
  | { readonly kind: 'attention'; readonly code: string }

/** The state a person sees. Derived, never stored. */
export const SHOWN_STATUSES = ['draft', 'waiting', 'submitted', 'issued', 'attention', 'canceled'] as const
export type ShownStatus = (typeof SHOWN_STATUSES)[number]

/**
 * Derives the shown state. A refusal by the server or by the authority is always shown, even on a canceled invoice
 * whose numbered receipt still has to reach the authority (later receipts wait behind it); only a canceled draft is
 * final. Numbers are never shown before they are stored, so an unsent submission is *waiting*, not *submitted*. A
 * draft is canceled as soon as a person cancels it: it has no numbers, and the server reports if it got some
 * meanwhile.
 */
export function shownStatus(invoice: Pick<Invoice, 'status' | 'receipt'>, pending: PendingWork): ShownStatus {
  if (invoice.status === 'canceled' && !invoice.receipt) return 'canceled'
  if (pending.kind === 'attention') return 'attention'
  const delivery = invoice.receipt?.delivery
  if (delivery === 'rejected' || delivery === 'parked') return 'attention'
  if (invoice.status === 'draft') {
    if (pending.kind !== 'waiting') return 'draft'
    if (pending.submits) return 'waiting'
    return pending.cancels === undefined ? 'draft' : 'canceled'
  }
  return invoice.status
}
