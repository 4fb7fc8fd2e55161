import type { Instant } from '../calendar/east-africa.ts'
import { type Cents, ZERO_CENTS } from '../money/cents.ts'
import type {
  DeliveryState,
  Invoice,
  InvoiceCancellation,
  InvoiceReceipt,
  NumberedInvoice,
} from './invoice.ts'

/** What can happen to an invoice after it was saved. */
export type InvoiceEvent =
  /** The server took its numbers and signed it. */
  | { readonly kind: 'numbered'; readonly receipt: InvoiceReceipt }
  /** The authority acknowledged it. */
  | { readonly kind: 'acknowledged'; readonly at: Instant }
  /** The authority's public portal shows it with an equal total. */
  | { readonly kind: 'verified'; readonly at: Instant }
  /** The delivery changed in any other way. */
  | {
      readonly kind: 'delivery-changed'
      readonly delivery: Exclude<DeliveryState, 'acknowledged' | 'verified'>
      readonly ackCode?: string | null
      readonly ackMessage?: string | null
    }
  /** `collected` is what was paid for it since the sale and is not canceled; absent for one that happened already. */
  | ({ readonly kind: 'canceled'; readonly collected?: Cents } & InvoiceCancellation)

export const TRANSITION_REFUSALS = [
  'INVOICE_NOT_DRAFT',
  'INVOICE_NOT_SUBMITTED',
  'INVOICE_ALREADY_CANCELED',
  'INVOICE_CANCEL_REASON_REQUIRED',
  'INVOICE_HAS_CREDIT_NOTES',
  'INVOICE_HAS_COLLECTIONS',
] as const
export type TransitionRefusal = (typeof TRANSITION_REFUSALS)[number]

export type Transitioned =
  | { readonly kind: 'done'; readonly invoice: Invoice }
  | { readonly kind: 'refused'; readonly code: TransitionRefusal }

function done(invoice: Invoice): Transitioned {
  return { kind: 'done', invoice }
}

function refused(code: TransitionRefusal): Transitioned {
  return { kind: 'refused', code }
}

function withReceipt(invoice: NumberedInvoice, change: Partial<InvoiceReceipt>): NumberedInvoice {
  return { ...invoice, receipt: { ...invoice.receipt, ...change } }
}

/** The invoice once the authority has its receipt; a canceled one stays canceled. */
function withAcceptedReceipt(invoice: NumberedInvoice, change: Partial<InvoiceReceipt>): NumberedInvoice {
  const accepted = withReceipt(invoice, { ...change, ackCode: null, ackMessage: null })
  return accepted.status === 'submitted' ? { ...accepted, status: 'issued' } : accepted
}

/**
 * The state machine of an invoice (spec §4): draft → submitted → issued, and canceled from any of them. Numbers
 * stay used after a cancellation. The delivery of a canceled receipt is still recorded, but its status stays.
 */
export function transition(invoice: Invoice, event: InvoiceEvent): Transitioned {
  switch (event.kind) {
    case 'numbered':
      if (invoice.status !== 'draft') return refused('INVOICE_NOT_DRAFT')
      return done({ ...invoice, status: 'submitted', receipt: event.receipt })
    case 'acknowledged':
      if (!invoice.receipt) return refused('INVOICE_NOT_SUBMITTED')
      // A late answer adds nothing: the portal has shown the receipt already.
      if (invoice.receipt.delivery === 'verified') return done(invoice)
      return done(
        withAcceptedReceipt(invoice, {
          delivery: 'acknowledged',
          acknowledgedAt: invoice.receipt.acknowledgedAt ?? event.at,
        }),
      )
    case 'verified':
      if (!invoice.receipt) return refused('INVOICE_NOT_SUBMITTED')
      return done(
        withAcceptedReceipt(invoice, {
          delivery: 'verified',
          acknowledgedAt: invoice.receipt.acknowledgedAt ?? event.at,
          verifiedAt: event.at,
        }),
      )
    case 'delivery-changed':
      if (!invoice.receipt) return refused('INVOICE_NOT_SUBMITTED')
      return done(
        withReceipt(invoice, {
          delivery: event.delivery,
          ackCode: event.ackCode ?? null,
          ackMessage: event.ackMessage ?? null,
        }),
      )
    case 'canceled':
      if (invoice.status === 'canceled') return refused('INVOICE_ALREADY_CANCELED')
      // The goods on credit notes would be refunded twice.
      if ((invoice.creditNotes?.length ?? 0) > 0) return refused('INVOICE_HAS_CREDIT_NOTES')
      // Money of the customer would belong to no sale: no list of debts and no statement has it.
      if ((event.collected ?? ZERO_CENTS) > 0) return refused('INVOICE_HAS_COLLECTIONS')
      if (invoice.receipt && event.reason.trim() === '') return refused('INVOICE_CANCEL_REASON_REQUIRED')
      return done({
        ...invoice,
        status: 'canceled',
        cancellation: {
          ...{ at: event.at, by: event.by, reason: event.reason.trim() },
          ...(event.byId === undefined ? {} : { byId: event.byId }),
          ...(event.recordedAt === undefined ? {} : { recordedAt: event.recordedAt }),
        },
      })
  }
}

const RANK: Record<Invoice['status'], number> = { draft: 0, submitted: 1, issued: 2, canceled: 3 }

/** Whether a status may follow another: it moves only along draft < submitted < issued < canceled. */
export function canFollow(next: Invoice['status'], current: Invoice['status']): boolean {
  return RANK[next] >= RANK[current]
}
