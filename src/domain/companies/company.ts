import type { PaymentType } from '../invoices/invoice.ts'
import type { Logo } from '../receipts/logo.ts'
import type { PaperSize } from '../receipts/paper-size.ts'

/** What the owner decides about receipts and payments; every phone of the company follows it. */
export type CompanyChoices = {
  /** Printed under the name of the company; empty for none. */
  readonly receiptSecondLine: string
  /** Printed below the receipt; empty for none. */
  readonly receiptFooter: string
  /** Ways to pay that are offered; one at least. */
  readonly paymentTypes: PaymentType[]
  /** Whether a sale may be submitted that is not paid in full; absent from an older app or server. */
  readonly unpaidSales?: boolean | undefined
  /** The paper of phones that have not chosen their own; absent where it was never chosen: 80 mm. */
  readonly receiptPaper?: PaperSize | undefined
  /** Absent where it was never chosen: with the logo. */
  readonly receiptLayout?: ReceiptLayout | undefined
  /** Whether receipts print the references of payments; absent from an older app or server: they do not. */
  readonly paymentReferences?: boolean | undefined
}

/** How receipts look: with logo and dividing lines, or without both, which saves paper. */
export const RECEIPT_LAYOUTS = ['logo', 'compact'] as const
export type ReceiptLayout = (typeof RECEIPT_LAYOUTS)[number]

/** What a phone must know about the company it sells for. */
export type Company = {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly tin: string
  /** Empty when not registered for VAT. */
  readonly vrn: string
  readonly address: string
  readonly phone: string
  readonly email: string
  readonly active: boolean
  readonly blockedByTra: boolean
  /** The authority's own words, shown with the banner. */
  readonly blockedReason: string
  /** The seller's own picture on receipts. */
  readonly logo?: Logo | null | undefined
  /** What the owner decides about receipts and payments; absent from an older server. */
  readonly choices?: CompanyChoices | undefined
}

/** Whether a sale may be submitted that is not paid in full; so it is until the owner says no. */
export function mayBeUnpaid(choices: Pick<CompanyChoices, 'unpaidSales'> | undefined): boolean {
  return choices?.unpaidSales ?? true
}

/** Registered for VAT = has a VRN (TRA registration answers `NOT REGISTERED` otherwise). */
export function isVatRegistered(company: Pick<Company, 'vrn'>): boolean {
  return company.vrn !== ''
}
