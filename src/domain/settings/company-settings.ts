/**
 * The settings where the specification allows two readings. Stored on the server, delivered with the session and
 * applied by the same domain functions on both sides.
 */
export type CompanySettings = {
  readonly taxExpenseSpecialRelief: 0 | 5
  readonly expenseReceiptCodeCodeEntry: ReceiptCodeRule
  readonly expenseReceiptCodeManual: ReceiptCodeRule
  readonly vendorTaxNumber: 'exact9' | 'min9'
  readonly vendorVatNumber: 'exact9' | 'min9'
  readonly vendorSerial: 'min10' | 'max10' | 'any'
  readonly passwordCurrentRule: 'required' | 'len5to20'
  readonly layoutProfile: 'auto' | 'default' | 'ownerCompany'
  /** One value for the whole platform, from the configuration of the server; no company has its own. */
  readonly layoutCompanies: 'auto' | 'admin' | 'organization'
  readonly ussdCode: string
  readonly legacyCustomers: 'light' | 'redirect'
  readonly legacySales: 'light' | 'redirect'
  readonly aiDailyMax: number
}
export type ReceiptCodeRule = 'tra' | 'alnum9' | 'digits9' | 'free'

export const DEFAULT_SETTINGS: CompanySettings = {
  taxExpenseSpecialRelief: 0,
  expenseReceiptCodeCodeEntry: 'tra',
  expenseReceiptCodeManual: 'free',
  vendorTaxNumber: 'exact9',
  vendorVatNumber: 'exact9',
  vendorSerial: 'min10',
  passwordCurrentRule: 'required',
  layoutProfile: 'auto',
  layoutCompanies: 'auto',
  ussdCode: '*148*09#',
  legacyCustomers: 'light',
  legacySales: 'light',
  aiDailyMax: 10,
}
