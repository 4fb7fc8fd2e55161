import { CATEGORY_REFUSALS } from '#domain/categories/category-refusals.ts'
import { COLLECTION_REFUSALS } from '#domain/collections/check-collection.ts'
import { CUSTOMER_REFUSALS } from '#domain/customers/check-customer.ts'
import { EXPENSE_STATUS_REFUSALS } from '#domain/expenses/change-status.ts'
import { EXPENSE_REFUSALS } from '#domain/expenses/expense-refusals.ts'
import { FILE_REFUSALS } from '#domain/files/validate-file.ts'
import { INVOICE_REFUSALS } from '#domain/invoices/check-invoice.ts'
import { CREDIT_NOTE_REFUSALS } from '#domain/invoices/credit-note.ts'
import { MAIL_REFUSALS } from '#domain/invoices/invoice-mail.ts'
import { TRANSITION_REFUSALS } from '#domain/invoices/transition.ts'
import { PRODUCT_REFUSALS } from '#domain/products/check-product.ts'
import { LOGIN_REFUSALS } from '#domain/users/login-form.ts'
import { CURRENT_PASSWORD_REFUSALS, PASSWORD_REFUSALS } from '#domain/users/password-rule.ts'
import { VENDOR_FORM_REFUSALS } from '#domain/vendors/vendor-refusals.ts'
import { ADMINISTRATION_CODES, type AdministrationCode } from './administration-codes.ts'

/** Refusals of the account and of the request itself. Each has a sentence in both languages. */
const ACCOUNT_CODES = [
  'INVALID_CREDENTIALS',
  'SECOND_FACTOR_REQUIRED',
  'SECOND_FACTOR_INVALID',
  'TOKEN_EXPIRED',
  'TOKEN_MISSING',
  'TOKEN_INVALID',
  'REFRESH_REFUSED',
  'GRANT_REFUSED',
  'USER_DISABLED',
  'COMPANY_DISABLED',
  'COMPANY_BLOCKED_BY_TRA',
  'PASSWORD_CHANGE_REQUIRED',
  'PASSWORD_CURRENT_INVALID',
  'PUSH_ADDRESS_REFUSED',
  'TOO_MANY_REQUESTS',
  'FORBIDDEN',
  'NOT_FOUND',
  'REQUEST_UNREADABLE',
  'REQUEST_INVALID',
  'REQUEST_TOO_LARGE',
  'UPGRADE_REQUIRED',
  'UNAVAILABLE',
  'UNEXPECTED',
] as const

/** Refusals of one operation of a push, besides those of the invoice rules. */
const OPERATION_CODES = [
  'INVOICE_TOTALS_DIFFER',
  'INVOICE_CHANGED_ELSEWHERE',
  'INVOICE_SUBMITTED_DIFFERENTLY',
  'INVOICE_PRODUCT_UNKNOWN',
  'INVOICE_CUSTOMER_UNKNOWN',
  'INVOICE_RATE_UNKNOWN',
  'INVOICE_NOT_FOUND',
  'INVOICE_NOT_REPAIRABLE',
  'CREDIT_NOTE_TOTAL_DIFFERS',
  'CLOCK_BEHIND_LAST_RECEIPT',
  'FISCAL_IDENTITY_MISSING',
  'FISCAL_NUMBERING_HELD',
  'CUSTOMER_ID_DUPLICATED',
  'CUSTOMER_VRN_DUPLICATED',
  'CUSTOMER_ALREADY_REGISTERED',
  'CUSTOMER_HAS_INVOICES',
  'CUSTOMER_NOT_FOUND',
  'PRODUCT_HAS_SALES',
  'PRODUCT_NOT_FOUND',
  'EXPENSE_NOT_FOUND',
  'EXPENSE_CODE_REGISTERED',
  'VENDOR_NOT_FOUND',
  'VENDOR_NUMBER_REGISTERED',
  'CATEGORY_NOT_FOUND',
  'FILE_INCOMPLETE',
  'FILE_DAMAGED',
  'OPERATION_UNKNOWN',
  'OPERATION_INVALID',
  'OPERATION_REUSED',
  'OPERATION_WRONG_ACCOUNT',
  'OPERATION_DEPENDENCY_REFUSED',
] as const

/** The tax authority's answers about a receipt; `_OTHER` covers every code that is not public. */
const AUTHORITY_CODES = [
  'TRA_SIGNATURE_REFUSED',
  'TRA_TIN_REFUSED',
  'TRA_NOT_APPROVED',
  'TRA_UNHANDLED',
  'TRA_SERIAL_REFUSED',
  'TRA_CLIENT_REFUSED',
  'TRA_CERTIFICATE_REFUSED',
  'TRA_REFUSED_OTHER',
  'TRA_RECEIPT_MISSING',
  'TRA_REGISTRATION_ENDED',
] as const

/** Refusals that only the phone can detect. */
const DEVICE_CODES = [
  'DEVICE_STORAGE_FULL',
  'DEVICE_STORAGE_BROKEN',
  'OPERATION_DAMAGED',
  'CUSTOMER_NOT_SAVED',
  'CUSTOMER_ARCHIVED',
  'PRODUCT_STOCK_NOT_FETCHED',
  'NETWORK_UNREACHABLE',
  'NETWORK_TOO_SLOW',
  'NETWORK_PORTAL',
  'ANSWER_UNREADABLE',
] as const

const ALL_CODES = [
  ...ACCOUNT_CODES,
  ...OPERATION_CODES,
  ...AUTHORITY_CODES,
  ...DEVICE_CODES,
  ...LOGIN_REFUSALS,
  ...PASSWORD_REFUSALS,
  ...CURRENT_PASSWORD_REFUSALS,
  ...CUSTOMER_REFUSALS,
  ...PRODUCT_REFUSALS,
  ...VENDOR_FORM_REFUSALS,
  ...CATEGORY_REFUSALS,
  ...INVOICE_REFUSALS,
  ...TRANSITION_REFUSALS,
  ...CREDIT_NOTE_REFUSALS,
  ...MAIL_REFUSALS,
  ...COLLECTION_REFUSALS,
  ...EXPENSE_REFUSALS,
  ...EXPENSE_STATUS_REFUSALS,
  ...FILE_REFUSALS,
  ...ADMINISTRATION_CODES,
] as const
export type ErrorCode = (typeof ALL_CODES)[number] | AdministrationCode

/** A code that screens of the daily work can also show. */
export type WorkCode = Exclude<ErrorCode, AdministrationCode>

/** Every code that can reach a person, from phone or server; codes shared by several rules are listed once. */
export const ERROR_CODES: readonly ErrorCode[] = [...new Set(ALL_CODES)]

const KNOWN: ReadonlySet<string> = new Set(ERROR_CODES)

/** Whether a text is one of our codes; a newer server may send others, which are shown as `UNEXPECTED`. */
export function isErrorCode(text: string): text is ErrorCode {
  return KNOWN.has(text)
}

/** The code under which a refusal of the tax authority is shown. `ackCode` is its number as text. */
export function authorityCode(ackCode: string | null): ErrorCode {
  switch (ackCode) {
    case '1':
      return 'TRA_SIGNATURE_REFUSED'
    case '3':
      return 'TRA_TIN_REFUSED'
    case '4':
      return 'TRA_NOT_APPROVED'
    case '5':
      return 'TRA_UNHANDLED'
    case '6':
      return 'TRA_SERIAL_REFUSED'
    case '7':
      return 'TRA_CLIENT_REFUSED'
    case '8':
      return 'TRA_CERTIFICATE_REFUSED'
    default:
      return 'TRA_REFUSED_OTHER'
  }
}
