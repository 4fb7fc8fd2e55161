import type { PaymentType } from '#domain/invoices/invoice.ts'
import type { BigInteger, Moment } from '../column-types.ts'

export type SubscriptionPaymentsTable = {
  id: string
  company_id: string
  day: string
  years: number
  installation: boolean
  amount: BigInteger
  type: PaymentType
  reference: string
  receipt_number: string
  canceled: boolean
  recorded_by: string
  recorded_at: Moment
}
