import type { FiscalDay, Instant } from '../calendar/east-africa.ts'
import type { PaymentType } from '../invoices/invoice.ts'
import type { Cents } from '../money/cents.ts'

/**
 * Money that a customer paid later for an invoice sold on credit. It is a record of the seller's own books: the receipt
 * and its fiscal figures stay as issued. Never edited; one entered by mistake is canceled.
 */
export type Collection = {
  readonly id: string
  readonly companyId: string
  readonly rev: number
  readonly invoiceId: string
  /** When the money was received. */
  readonly day: FiscalDay
  readonly type: PaymentType
  readonly amount: Cents
  /** Of mobile money, a card or a cheque; empty when none. */
  readonly reference: string
  /** When it was entered, and by whom. */
  readonly at: Instant
  readonly by: string
  /** Absent on records of older servers. */
  readonly byId?: string
  readonly canceled: boolean
  /** When it was canceled; absent also on canceled records of older servers. */
  readonly canceledAt?: Instant
}
