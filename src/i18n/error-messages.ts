import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ErrorCode } from '#contract/error-codes.ts'

/**
 * One sentence for each code that can reach a person. Texts that the specification quotes (§5, §8) stand here letter
 * for letter, faults included; what to do next, where the sentence does not say it, is in `next-steps.ts`.
 */
const ERROR_MESSAGES = {
  INVALID_CREDENTIALS: msg`Invalid credentials`,
  LOGIN_USERNAME_REQUIRED: msg`The username is required`,
  LOGIN_PASSWORD_REQUIRED: msg`The password is required`,
  TOKEN_EXPIRED: msg`Your session has ended. Please log in again`,
  TOKEN_MISSING: msg`Your session has ended. Please log in again`,
  TOKEN_INVALID: msg`Your session has ended. Please log in again`,
  REFRESH_REFUSED: msg`Your session has ended. Please log in again`,
  GRANT_REFUSED: msg`This phone may no longer send by itself. Please log in again`,
  USER_DISABLED: msg`Your user account was disabled`,
  COMPANY_DISABLED: msg`Your company was disabled`,
  COMPANY_BLOCKED_BY_TRA: msg`Your account has been blocked by TRA. Please contact us for more details.`,
  PASSWORD_CHANGE_REQUIRED: msg`You must change your password before you continue`,
  PASSWORD_CURRENT_INVALID: msg`Current password invalid!`,
  PASSWORD_CURRENT_REQUIRED: msg`The current password is required`,
  PASSWORD_CURRENT_LENGTH: msg`The current password must have 5 to 20 characters`,
  PASSWORD_LENGTH: msg`The new password must have 6 to 20 characters`,
  PASSWORD_UPPER: msg`Add at least one capital letter`,
  PASSWORD_LOWER: msg`Add at least one lowercase letter`,
  PASSWORD_DIGIT: msg`Add at least one digit`,
  PASSWORD_SPECIAL: msg`Add at least one special character`,
  PASSWORD_MISMATCH: msg`The passwords do not match`,
  PUSH_ADDRESS_REFUSED: msg`Notifications can not reach this browser`,
  TOO_MANY_REQUESTS: msg`Too many requests`,
  FORBIDDEN: msg`You do not have permission for this action`,
  NOT_FOUND: msg`The requested information was not found`,
  REQUEST_UNREADABLE: msg`The request could not be read`,
  REQUEST_INVALID: msg`Please check the form fields`,
  REQUEST_TOO_LARGE: msg`This is too large to send`,
  UPGRADE_REQUIRED: msg`This version of the app is too old to send`,
  UNAVAILABLE: msg`The service is not available now`,
  UNEXPECTED: msg`An unexpected error occurred. Please try again later`,

  INVOICE_TOTALS_DIFFER: msg`The totals on this phone and on the server differ`,
  INVOICE_CHANGED_ELSEWHERE: msg`Someone changed this invoice on another phone`,
  INVOICE_SUBMITTED_DIFFERENTLY: msg`This invoice was submitted from another phone with other contents`,
  INVOICE_PRODUCT_UNKNOWN: msg`The server does not know a product on this invoice`,
  INVOICE_CUSTOMER_UNKNOWN: msg`The server does not know the customer on this invoice`,
  INVOICE_RATE_UNKNOWN: msg`A tax rate on this invoice is not in force`,
  INVOICE_NOT_FOUND: msg`The invoice was not found`,
  INVOICE_NOT_REPAIRABLE: msg`This receipt can not be repaired`,
  CLOCK_BEHIND_LAST_RECEIPT: msg`The server clock is behind the last receipt`,
  FISCAL_IDENTITY_MISSING: msg`Your company is not yet registered to issue receipts at TRA`,
  FISCAL_NUMBERING_HELD: msg`Receipt numbers are held for a check after a restore`,
  CUSTOMER_NAME_REQUIRED: msg`Please enter a customer name`,
  CUSTOMER_NAME_TOO_LONG: msg`The name is too long`,
  CUSTOMER_ID_DUPLICATED: msg`Customer identification number duplicated`,
  CUSTOMER_VRN_DUPLICATED: msg`Customer VAT registration number duplicated`,
  CUSTOMER_NOT_FOUND: msg`Customer not found`,
  PRODUCT_NAME_REQUIRED: msg`Please enter a product name`,
  PRODUCT_NAME_TOO_LONG: msg`The name is too long`,
  PRODUCT_UNIT_TOO_LONG: msg`The unit is too long`,
  PRODUCT_TAX_TYPE_REQUIRED: msg`Please choose a tax type`,
  PRODUCT_PRICE_INVALID: msg`Please enter a valid price`,
  PRODUCT_NOT_FOUND: msg`The product was not found`,
  OPERATION_UNKNOWN: msg`The server does not know this kind of change`,
  OPERATION_INVALID: msg`The server could not read this change`,
  OPERATION_REUSED: msg`This change was already sent with other contents`,
  OPERATION_WRONG_ACCOUNT: msg`This change belongs to another account`,
  OPERATION_DEPENDENCY_REFUSED: msg`This waits for another change that was refused`,

  TRA_SIGNATURE_REFUSED: msg`TRA could not read the receipt or its signature`,
  TRA_TIN_REFUSED: msg`TRA refused the TIN of the company`,
  TRA_NOT_APPROVED: msg`TRA has not approved the company for electronic receipts`,
  TRA_UNHANDLED: msg`TRA had an error of its own`,
  TRA_SERIAL_REFUSED: msg`TRA refused the serial number of the certificate`,
  TRA_CLIENT_REFUSED: msg`TRA refused the header of the message`,
  TRA_CERTIFICATE_REFUSED: msg`TRA refused the certificate of the company`,
  TRA_REFUSED_OTHER: msg`There an error sending the invoice to TRA`,
  TRA_RECEIPT_MISSING: msg`TRA accepted the receipt, but does not show it yet`,
  TRA_REGISTRATION_ENDED: msg`The registration of the company at TRA has ended`,

  DEVICE_STORAGE_FULL: msg`This phone has no space left to save`,
  DEVICE_STORAGE_BROKEN: msg`This phone cannot save now`,
  NETWORK_UNREACHABLE: msg`Network error. Check your connection and try again`,
  NETWORK_TOO_SLOW: msg`The network is too slow now`,
  NETWORK_PORTAL: msg`This network wants you to sign in to it first`,
  ANSWER_UNREADABLE: msg`The answer of the server could not be read`,

  INVOICE_NO_LINES: msg`Add at least one item`,
  INVOICE_TOTAL_NOT_POSITIVE: msg`The total must be greater than 0`,
  INVOICE_TOTAL_TOO_LARGE: msg`The total is larger than one invoice may have`,
  INVOICE_PAYMENTS_EXCEED_TOTAL: msg`Total payments greater than total invoice`,
  INVOICE_PAYMENT_NOT_POSITIVE: msg`The amount must be greater than 0`,
  INVOICE_PRODUCT_NOT_SAVED: msg`Please save the product first before submitting the invoice`,
  INVOICE_LINE_DESCRIPTION_REQUIRED: msg`Enter a description`,
  INVOICE_LINE_QUANTITY_REQUIRED: msg`Enter a quantity greater than 0`,
  INVOICE_LINE_PRICE_REQUIRED: msg`Enter a price greater than 0`,
  INVOICE_LINE_RATES_DIFFER: msg`Items of one tax type must have the same rate`,
  INVOICE_CUSTOMER_NAME_REQUIRED: msg`Please enter a customer name`,
  CUSTOMER_ID_TYPE_REQUIRED: msg`Please choose an identification type`,
  CUSTOMER_TIN_INVALID: msg`Please enter a correct TIN number`,
  CUSTOMER_NIDA_INVALID: msg`Enter correct NIDA number`,
  CUSTOMER_ID_INVALID: msg`Please enter a correct identification number`,
  CUSTOMER_PHONE_INVALID: msg`Please enter a valid phone number`,
  CUSTOMER_EMAIL_INVALID: msg`Valid email required`,
  CUSTOMER_VRN_INVALID: msg`Please enter a valid VAT number`,

  INVOICE_NOT_DRAFT: msg`This invoice is no longer a draft`,
  INVOICE_NOT_SUBMITTED: msg`This invoice was not submitted yet`,
  INVOICE_ALREADY_CANCELED: msg`This invoice is already canceled`,
  INVOICE_CANCEL_REASON_REQUIRED: msg`Please write why the invoice is canceled`,
} satisfies Record<ErrorCode, MessageDescriptor>

/** Codes that only a form on this phone gives: they never travel. */
const FORM_MESSAGES: Readonly<Record<string, MessageDescriptor>> = {
  INVOICE_LINE_RATE_OUTDATED: msg`A tax rate on this invoice is not in force`,
}

const KNOWN: Readonly<Record<string, MessageDescriptor | undefined>> = { ...FORM_MESSAGES, ...ERROR_MESSAGES }

/** The sentence of a code; a code that only a newer server knows is shown as unexpected. */
export function errorMessage(code: string): MessageDescriptor {
  return KNOWN[code] ?? ERROR_MESSAGES.UNEXPECTED
}
