import type { WorkCode } from './error-codes.ts'

/** Ways to resolve a refusal. Each is one touch on the screen of pending work, or needs no action. */
export const RESOLUTION_KINDS = [
  /** Open the record with the refused field in view. */
  'fix-field',
  /** Send the same again: the cause was elsewhere and may be gone. */
  'send-again',
  /** Two people edited one draft: keep ours beside theirs. */
  'keep-both',
  /** What the server has is right: look at it, then discard ours. */
  'see-record',
  /** The record that it changes no longer exists. */
  'discard',
  /** Clean the wording of the receipt: numbers, times and amounts stay (TRA rule for resends). */
  'repair-receipt',
  /** The owner resumes the device after the cause was resolved at the authority or with us. */
  'resume-device',
  /** The owner enters the last receipt number that the authority has. */
  'confirm-numbering',
  /** Log in, as the user who made it. */
  'log-in',
  /** Activate the newest version of the app. */
  'update-app',
  /** Resolve the operation that this one waits for. */
  'mend-cause',
  /** Try now instead of later: the cause was the connection or the service. */
  'send-now',
  /** Shown at the field of the form; it never enters the queue. */
  'at-the-form',
] as const
export type ResolutionKind = (typeof RESOLUTION_KINDS)[number]

/**
 * What resolves each refusal of the phone, our server and the authority. The sentence of a code is in
 * `error-messages.ts`, the next step in words in `next-steps.ts`. A new code does not compile without both.
 */
export const RESOLUTIONS = {
  INVALID_CREDENTIALS: 'at-the-form',
  TOKEN_EXPIRED: 'log-in',
  TOKEN_MISSING: 'log-in',
  TOKEN_INVALID: 'log-in',
  REFRESH_REFUSED: 'log-in',
  GRANT_REFUSED: 'log-in',
  USER_DISABLED: 'send-again',
  COMPANY_DISABLED: 'send-again',
  COMPANY_BLOCKED_BY_TRA: 'resume-device',
  PASSWORD_CHANGE_REQUIRED: 'log-in',
  PASSWORD_CURRENT_INVALID: 'at-the-form',
  TOO_MANY_REQUESTS: 'send-now',
  FORBIDDEN: 'send-again',
  NOT_FOUND: 'discard',
  REQUEST_UNREADABLE: 'send-again',
  REQUEST_INVALID: 'send-again',
  REQUEST_TOO_LARGE: 'fix-field',
  UPGRADE_REQUIRED: 'update-app',
  PUSH_ADDRESS_REFUSED: 'at-the-form',
  UNAVAILABLE: 'send-now',
  UNEXPECTED: 'send-again',

  INVOICE_TOTALS_DIFFER: 'fix-field',
  INVOICE_CHANGED_ELSEWHERE: 'keep-both',
  INVOICE_SUBMITTED_DIFFERENTLY: 'see-record',
  INVOICE_PRODUCT_UNKNOWN: 'fix-field',
  INVOICE_CUSTOMER_UNKNOWN: 'fix-field',
  INVOICE_RATE_UNKNOWN: 'fix-field',
  INVOICE_NOT_FOUND: 'discard',
  INVOICE_NOT_REPAIRABLE: 'see-record',
  CLOCK_BEHIND_LAST_RECEIPT: 'send-now',
  FISCAL_IDENTITY_MISSING: 'send-again',
  FISCAL_NUMBERING_HELD: 'confirm-numbering',
  CUSTOMER_ID_DUPLICATED: 'fix-field',
  CUSTOMER_VRN_DUPLICATED: 'fix-field',
  CUSTOMER_ALREADY_REGISTERED: 'at-the-form',
  CUSTOMER_NOT_SAVED: 'at-the-form',
  CUSTOMER_HAS_INVOICES: 'discard',
  CUSTOMER_NOT_FOUND: 'discard',
  PRODUCT_HAS_SALES: 'discard',
  PRODUCT_NOT_FOUND: 'discard',
  EXPENSE_NOT_FOUND: 'discard',
  EXPENSE_CODE_REGISTERED: 'fix-field',
  VENDOR_NOT_FOUND: 'discard',
  VENDOR_NUMBER_REGISTERED: 'fix-field',
  VENDOR_NAME_REQUIRED: 'fix-field',
  VENDOR_ADDRESS_TOO_LONG: 'fix-field',
  CATEGORY_NOT_FOUND: 'discard',
  CATEGORY_NAME_REQUIRED: 'fix-field',
  CATEGORY_NAME_TOO_LONG: 'fix-field',
  CATEGORY_CODE_INVALID: 'fix-field',
  CATEGORY_CODE_REGISTERED: 'fix-field',
  CATEGORY_DESCRIPTION_TOO_LONG: 'fix-field',
  EXPENSE_NOT_PENDING: 'discard',
  FILE_INCOMPLETE: 'send-now',
  FILE_DAMAGED: 'discard',
  FILE_TYPE_NOT_ALLOWED: 'discard',
  FILE_TOO_LARGE: 'at-the-form',
  OPERATION_UNKNOWN: 'update-app',
  OPERATION_INVALID: 'fix-field',
  OPERATION_REUSED: 'fix-field',
  OPERATION_WRONG_ACCOUNT: 'log-in',
  OPERATION_DEPENDENCY_REFUSED: 'mend-cause',

  TRA_SIGNATURE_REFUSED: 'repair-receipt',
  TRA_TIN_REFUSED: 'resume-device',
  TRA_NOT_APPROVED: 'resume-device',
  TRA_UNHANDLED: 'send-now',
  TRA_SERIAL_REFUSED: 'resume-device',
  TRA_CLIENT_REFUSED: 'resume-device',
  TRA_CERTIFICATE_REFUSED: 'resume-device',
  TRA_REFUSED_OTHER: 'repair-receipt',
  TRA_RECEIPT_MISSING: 'send-now',
  TRA_REGISTRATION_ENDED: 'resume-device',

  DEVICE_STORAGE_FULL: 'at-the-form',
  DEVICE_STORAGE_BROKEN: 'at-the-form',
  OPERATION_DAMAGED: 'fix-field',
  NETWORK_UNREACHABLE: 'send-now',
  NETWORK_TOO_SLOW: 'send-now',
  NETWORK_PORTAL: 'send-now',
  ANSWER_UNREADABLE: 'send-now',

  LOGIN_USERNAME_REQUIRED: 'at-the-form',
  LOGIN_PASSWORD_REQUIRED: 'at-the-form',
  PASSWORD_LENGTH: 'at-the-form',
  PASSWORD_UPPER: 'at-the-form',
  PASSWORD_LOWER: 'at-the-form',
  PASSWORD_DIGIT: 'at-the-form',
  PASSWORD_SPECIAL: 'at-the-form',
  PASSWORD_MISMATCH: 'at-the-form',
  PASSWORD_CURRENT_REQUIRED: 'at-the-form',
  PASSWORD_CURRENT_LENGTH: 'at-the-form',

  CUSTOMER_NAME_REQUIRED: 'fix-field',
  CUSTOMER_NAME_TOO_LONG: 'fix-field',
  CUSTOMER_ID_TYPE_REQUIRED: 'fix-field',
  CUSTOMER_TIN_INVALID: 'fix-field',
  CUSTOMER_NIDA_INVALID: 'fix-field',
  CUSTOMER_ID_INVALID: 'fix-field',
  CUSTOMER_PHONE_INVALID: 'fix-field',
  CUSTOMER_EMAIL_INVALID: 'fix-field',
  CUSTOMER_VRN_INVALID: 'fix-field',
  PRODUCT_NAME_REQUIRED: 'fix-field',
  PRODUCT_NAME_TOO_LONG: 'fix-field',
  PRODUCT_UNIT_TOO_LONG: 'fix-field',
  PRODUCT_PRICE_INVALID: 'fix-field',
  PRODUCT_TAX_TYPE_REQUIRED: 'fix-field',

  EXPENSE_CODE_TRA: 'fix-field',
  EXPENSE_CODE_ALNUM9: 'fix-field',
  EXPENSE_CODE_DIGITS9: 'fix-field',
  EXPENSE_CODE_FREE: 'fix-field',
  EXPENSE_CATEGORY_REQUIRED: 'fix-field',
  EXPENSE_DESCRIPTION_LENGTH: 'fix-field',
  EXPENSE_AMOUNT_NOT_POSITIVE: 'fix-field',
  EXPENSE_TOTAL_TOO_LARGE: 'fix-field',
  EXPENSE_DATE_INVALID: 'fix-field',
  EXPENSE_DATE_AHEAD: 'fix-field',
  EXPENSE_TIME_REQUIRED: 'fix-field',
  EXPENSE_TIME_INVALID: 'fix-field',
  EXPENSE_RATE_UNKNOWN: 'fix-field',
  EXPENSE_PAYMENTS_DIFFER: 'fix-field',
  EXPENSE_PAYMENTS_DIFFER_NO_VAT: 'fix-field',
  VENDOR_NAME_TOO_LONG: 'fix-field',
  VENDOR_TAX_NUMBER_EXACT: 'fix-field',
  VENDOR_TAX_NUMBER_SHORT: 'fix-field',
  VENDOR_TAX_NUMBER_FOREIGN: 'fix-field',
  VENDOR_VAT_NUMBER_EXACT: 'fix-field',
  VENDOR_VAT_NUMBER_SHORT: 'fix-field',
  VENDOR_PHONE_INVALID: 'fix-field',
  VENDOR_SERIAL_SHORT: 'fix-field',
  VENDOR_SERIAL_LONG: 'fix-field',

  INVOICE_NO_LINES: 'fix-field',
  INVOICE_TOTAL_NOT_POSITIVE: 'fix-field',
  INVOICE_TOTAL_TOO_LARGE: 'fix-field',
  INVOICE_PAYMENTS_EXCEED_TOTAL: 'fix-field',
  INVOICE_UNPAID_NOT_ALLOWED: 'fix-field',
  INVOICE_PAYMENT_NOT_POSITIVE: 'fix-field',
  INVOICE_PRODUCT_NOT_SAVED: 'fix-field',
  INVOICE_LINE_DESCRIPTION_REQUIRED: 'fix-field',
  INVOICE_LINE_QUANTITY_REQUIRED: 'fix-field',
  INVOICE_LINE_PRICE_REQUIRED: 'fix-field',
  INVOICE_LINE_RATES_DIFFER: 'fix-field',
  INVOICE_CUSTOMER_NAME_REQUIRED: 'fix-field',

  INVOICE_NOT_DRAFT: 'see-record',
  INVOICE_NOT_SUBMITTED: 'see-record',
  INVOICE_ALREADY_CANCELED: 'see-record',
  INVOICE_CANCEL_REASON_REQUIRED: 'see-record',

  CREDIT_NOTE_TOTAL_DIFFERS: 'see-record',
  CREDIT_NOTE_NOT_NUMBERED: 'see-record',
  CREDIT_NOTE_INVOICE_CANCELED: 'see-record',
  CREDIT_NOTE_EMPTY: 'see-record',
  CREDIT_NOTE_LINE_UNKNOWN: 'see-record',
  CREDIT_NOTE_TOO_MUCH: 'see-record',
  CREDIT_NOTE_TOO_MANY: 'see-record',
  CREDIT_NOTE_REASON_REQUIRED: 'see-record',
  MAIL_ADDRESS_INVALID: 'see-record',
  MAIL_INVOICE_NOT_NUMBERED: 'see-record',
  MAIL_INVOICE_CANCELED: 'see-record',
  MAIL_TOO_MANY: 'see-record',
  INVOICE_HAS_CREDIT_NOTES: 'see-record',
} as const satisfies Record<WorkCode, ResolutionKind>

const KNOWN: Readonly<Record<string, ResolutionKind | undefined>> = RESOLUTIONS

/** What resolves a refusal. A code that only a newer server knows may be resolved by then, so it is sent again. */
export function resolutionOf(code: string): ResolutionKind {
  return KNOWN[code] ?? 'send-again'
}
