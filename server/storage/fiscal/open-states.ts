import type { DeliveryState } from '#domain/invoices/invoice.ts'

/** States of receipts that the authority has not accepted yet. */
export const OPEN_STATES = [
  'numbered',
  'sending',
  'unknown',
  'missing',
  'rejected',
] as const satisfies DeliveryState[]
