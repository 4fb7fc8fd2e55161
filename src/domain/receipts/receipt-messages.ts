import type { FiscalPaymentType } from '../fiscal/fiscal-receipt.ts'
import type { IdentificationType } from '../identity/identification.ts'

/** Every word of a receipt that depends on the language; not the figures and the authority's own lines. */
export type ReceiptMessages = {
  readonly notFiscal: string
  readonly canceled: string
  readonly tin: string
  readonly vrn: string
  readonly notRegistered: string
  readonly serial: string
  readonly uin: string
  readonly taxOffice: string
  readonly customerName: string
  readonly walkIn: string
  readonly customerIdType: string
  readonly customerId: string
  readonly customerVrn: string
  readonly customerMobile: string
  readonly receiptNumber: string
  readonly zNumber: string
  readonly receiptDate: string
  readonly receiptTime: string
  readonly saleDate: string
  readonly saleTime: string
  readonly reference: string
  readonly servedBy: string
  /** After a unit price to which VAT is added. */
  readonly withoutVat: string
  /** `percent` without its sign. */
  readonly lineDiscount: (percent: string) => string
  readonly totalExcludingTax: string
  readonly totalDiscount: string
  readonly taxRate: (letter: string, percent: string) => string
  readonly totalTax: string
  readonly totalIncludingTax: string
  readonly verificationCode: string
  readonly identification: Readonly<Record<IdentificationType, string>>
  readonly payment: Readonly<Record<FiscalPaymentType, string>>
}
