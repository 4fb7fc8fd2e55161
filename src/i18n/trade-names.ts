import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FiscalPaymentType } from '#domain/fiscal/fiscal-receipt.ts'
import type { IdentificationType } from '#domain/identity/identification.ts'
import type { AmountType, PaymentType } from '#domain/invoices/invoice.ts'
import { type BasisPoints, percentText } from '#domain/money/basis-points.ts'
import type { TaxType } from '#domain/tax/tax-type.ts'

/** Payment methods (spec §9). */
export const PAYMENT_NAMES = {
  cash: msg`Cash`,
  'e-money': msg`Mobile money`,
  credit_card: msg`Card`,
  cheque: msg`Cheque`,
} satisfies Record<PaymentType, MessageDescriptor>

/** Payment methods as a receipt splits them; `INVOICE` is the part not paid yet. */
export const FISCAL_PAYMENT_NAMES = {
  CASH: PAYMENT_NAMES.cash,
  EMONEY: PAYMENT_NAMES['e-money'],
  CCARD: PAYMENT_NAMES.credit_card,
  CHEQUE: PAYMENT_NAMES.cheque,
  INVOICE: msg`Not paid yet`,
} satisfies Record<FiscalPaymentType, MessageDescriptor>

/** How a customer is identified (spec §3). */
export const IDENTIFICATION_NAMES = {
  TAX_IDENTIFICATION_NUMBER: msg`TIN`,
  DRIVING_LICENCE: msg`Driving licence`,
  VOTERS_NUMBER: msg`Voter's number`,
  PASSPORT: msg`Passport`,
  NATIONAL_IDENTIFICATION_AUTHORITY: msg`National ID (NIDA)`,
  NO_IDENTIFICATION: msg`No identification`,
} satisfies Record<IdentificationType, MessageDescriptor>

export const AMOUNT_TYPE_NAMES = {
  INCLUSIVE: msg`Prices include VAT`,
  EXCLUSIVE: msg`Prices exclude VAT`,
} satisfies Record<AmountType, MessageDescriptor>

/** A tax type with the rate that applies, `Special relief (0%)` (spec §9: the label is made from the rate). */
export function taxTypeName(type: TaxType, rateInForce: BasisPoints): MessageDescriptor {
  const rate = percentText(rateInForce)
  switch (type) {
    case 'standard':
      return msg`Standard ${rate}%`
    case 'zero_rated':
      return msg`Zero-rated ${rate}%`
    case 'special_relief':
      return msg`Special relief (${rate}%)`
    case 'exempted':
      return msg`Exempt ${rate}%`
  }
}
