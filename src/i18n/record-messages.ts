import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { WorkCode } from '#contract/error-codes.ts'
import { addErrorMessages } from './error-messages.ts'
import { addNextSteps } from './next-steps.ts'

/** Codes about one kind of record, which its own screen and the sync centre show, and about a new password. */
export type RecordCode = Extract<
  WorkCode,
  | 'INVOICE_UNPAID_NOT_ALLOWED'
  | 'INVOICE_HAS_COLLECTIONS'
  | 'PUSH_ADDRESS_REFUSED'
  | `PASSWORD_${'CURRENT' | 'LENGTH' | 'UPPER' | 'LOWER' | 'DIGIT' | 'SPECIAL' | 'MISMATCH'}${string}`
  | `${'CUSTOMER' | 'PRODUCT' | 'EXPENSE' | 'VENDOR' | 'CATEGORY' | 'FILE' | 'COLLECTION' | 'CREDIT_NOTE' | 'MAIL'}_${string}`
>

const RECORD_MESSAGES: Readonly<Record<RecordCode, MessageDescriptor>> = {
  PASSWORD_CURRENT_INVALID: msg`Current password invalid!`,
  PASSWORD_CURRENT_REQUIRED: msg`The current password is required`,
  PASSWORD_CURRENT_LENGTH: msg`The current password must have 5 to 20 characters`,
  PASSWORD_CURRENT_REUSED: msg`Choose a password that differs from the current one`,
  PASSWORD_LENGTH: msg`The new password must have 6 to 20 characters`,
  PASSWORD_UPPER: msg`Add at least one capital letter`,
  PASSWORD_LOWER: msg`Add at least one lowercase letter`,
  PASSWORD_DIGIT: msg`Add at least one digit`,
  PASSWORD_SPECIAL: msg`Add at least one special character`,
  PASSWORD_MISMATCH: msg`The passwords do not match`,
  PUSH_ADDRESS_REFUSED: msg`Notifications cannot reach this browser`,
  INVOICE_UNPAID_NOT_ALLOWED: msg`This company sells only what is paid in full`,
  INVOICE_HAS_COLLECTIONS: msg`Money was paid for this invoice since. Cancel those payments on the receipt first`,
  CREDIT_NOTE_TOTAL_DIFFERS: msg`The refund amount has changed. Please check it again`,
  CREDIT_NOTE_NOT_NUMBERED: msg`Only an invoice with a TRA number can be refunded`,
  CREDIT_NOTE_INVOICE_CANCELED: msg`A canceled invoice cannot be refunded`,
  CREDIT_NOTE_EMPTY: msg`Choose what the customer is returning`,
  CREDIT_NOTE_LINE_UNKNOWN: msg`This item is not on the invoice`,
  CREDIT_NOTE_TOO_MUCH: msg`This is more than what is left on the invoice`,
  CREDIT_NOTE_TOO_MANY: msg`This invoice has too many credit notes`,
  CREDIT_NOTE_REASON_REQUIRED: msg`The reason is required`,
  MAIL_ADDRESS_INVALID: msg`Valid email required`,
  MAIL_INVOICE_NOT_NUMBERED: msg`Only a submitted invoice can be emailed`,
  MAIL_INVOICE_CANCELED: msg`A canceled invoice cannot be emailed`,
  MAIL_TOO_MANY: msg`This invoice was emailed too many times`,
  CUSTOMER_NAME_REQUIRED: msg`Please enter a customer name`,
  CUSTOMER_NAME_TOO_LONG: msg`The name is too long`,
  CUSTOMER_ID_DUPLICATED: msg`Customer identification number duplicated`,
  CUSTOMER_VRN_DUPLICATED: msg`Customer VAT registration number duplicated`,
  CUSTOMER_ALREADY_REGISTERED: msg`Customer already registered`,
  CUSTOMER_NOT_SAVED: msg`Error saving the customer`,
  CUSTOMER_ARCHIVED: msg`A customer in the archive has this number. Put that customer back on the list`,
  PRODUCT_STOCK_NOT_FETCHED: msg`Stock can be counted once this phone has fetched everything from the server`,
  CUSTOMER_HAS_INVOICES: msg`Error deleting the customer: there are invoices for this customer. Archive the customer instead`,
  CUSTOMER_NOT_FOUND: msg`Customer not found`,
  PRODUCT_HAS_SALES: msg`This product is on invoices, so it cannot be deleted. Make it inactive instead`,
  PRODUCT_NAME_REQUIRED: msg`Please enter a product name`,
  PRODUCT_NAME_TOO_LONG: msg`The name is too long`,
  PRODUCT_UNIT_TOO_LONG: msg`The unit is too long`,
  PRODUCT_DETAIL_TOO_LONG: msg`The text is too long`,
  PRODUCT_BARCODE_INVALID: msg`A scanner cannot read this barcode`,
  PRODUCT_BARCODE_DUPLICATED: msg`Another product has this barcode`,
  PRODUCT_TAX_TYPE_REQUIRED: msg`Please choose a tax type`,
  PRODUCT_PRICE_INVALID: msg`Please enter a valid price`,
  PRODUCT_NOT_FOUND: msg`The product was not found`,
  EXPENSE_NOT_FOUND: msg`The requested information was not found`,
  EXPENSE_CODE_REGISTERED: msg`Conflict. Code already registered.`,
  COLLECTION_AMOUNT_NOT_POSITIVE: msg`The amount must be greater than 0`,
  COLLECTION_TOO_MUCH: msg`This is more than is owed for the invoice`,
  COLLECTION_DAY_INVALID: msg`Enter the day on which the money was received`,
  COLLECTION_BEFORE_SALE: msg`This day is before the sale`,
  COLLECTION_TYPE_REQUIRED: msg`Choose how the customer paid`,
  COLLECTION_REFERENCE_TOO_LONG: msg`The reference must have at most 60 characters`,
  COLLECTION_NOTHING_OWED: msg`Nothing is owed for this invoice`,
  COLLECTION_NOT_FOUND: msg`The payment was not found`,
  FILE_INCOMPLETE: msg`The file has not been fully uploaded yet`,
  FILE_DAMAGED: msg`The file is damaged. Attach it again`,
  FILE_TYPE_NOT_ALLOWED: msg`Wrong file type. Only PDF, PNG or JPG is allowed`,
  FILE_TOO_LARGE: msg`The file is too large. The limit is 5MB`,
  EXPENSE_NOT_PENDING: msg`Only a pending expense can be changed`,
  EXPENSE_CODE_TRA: msg`The receipt code is not in the TRA form: 6 letters or digits, then the receipt number`,
  EXPENSE_CODE_ALNUM9: msg`The receipt code must have 9 letters or digits`,
  EXPENSE_CODE_DIGITS9: msg`The receipt code must have 9 digits`,
  EXPENSE_CODE_FREE: msg`The receipt code must have 3 to 255 characters`,
  EXPENSE_CATEGORY_REQUIRED: msg`Choose a category`,
  EXPENSE_DESCRIPTION_LENGTH: msg`The description must have 3 to 255 characters`,
  EXPENSE_AMOUNT_NOT_POSITIVE: msg`The amount must be greater than 0`,
  EXPENSE_TOTAL_TOO_LARGE: msg`This amount is too large for one expense`,
  EXPENSE_DATE_INVALID: msg`Enter a valid date in the form DD-MM-YYYY`,
  EXPENSE_DATE_AHEAD: msg`The date is in the future`,
  EXPENSE_CODE_REQUIRED: msg`The receipt code is required`,
  EXPENSE_TIME_REQUIRED: msg`The time is required`,
  EXPENSE_TIME_INVALID: msg`Enter a valid time`,
  EXPENSE_RATE_UNKNOWN: msg`This tax rate is not in force on that day`,
  EXPENSE_CURRENCY_RATE_REQUIRED: msg`Enter how many shillings one unit of this currency cost`,
  EXPENSE_PAYMENTS_DIFFER: msg`The total payments must equal the total amount, including VAT`,
  EXPENSE_PAYMENTS_DIFFER_NO_VAT: msg`The total payments must equal the total amount`,
  VENDOR_NOT_FOUND: msg`The vendor was not found`,
  VENDOR_NUMBER_REGISTERED: msg`Conflict. Tax Number or Serial already registered.`,
  VENDOR_NAME_REQUIRED: msg`Please enter a vendor name`,
  VENDOR_MERGED: msg`One of these vendors was merged with another one before`,
  VENDOR_ADDRESS_TOO_LONG: msg`The address must have at most 200 characters`,
  VENDOR_TAX_NUMBER_FOREIGN: msg`The foreign TIN must have 9 to 20 letters or digits`,
  CATEGORY_NOT_FOUND: msg`The category was not found`,
  CATEGORY_NAME_REQUIRED: msg`Please enter a category name`,
  CATEGORY_NAME_TOO_LONG: msg`The category name must have at most 60 characters`,
  CATEGORY_CODE_INVALID: msg`The code must have 2 to 20 letters or digits`,
  CATEGORY_CODE_REGISTERED: msg`Conflict. Code already registered.`,
  CATEGORY_DESCRIPTION_TOO_LONG: msg`The description must have at most 255 characters`,
  VENDOR_NAME_TOO_LONG: msg`The vendor name must have at most 100 characters`,
  VENDOR_TAX_NUMBER_EXACT: msg`The TIN must have exactly 9 digits`,
  VENDOR_TAX_NUMBER_SHORT: msg`The TIN must have at least 9 digits`,
  VENDOR_VAT_NUMBER_EXACT: msg`The VRN must have 9 letters or digits`,
  VENDOR_VAT_NUMBER_SHORT: msg`The VRN must have at least 9 letters or digits`,
  VENDOR_PHONE_INVALID: msg`The phone number must have 9 to 15 digits`,
  VENDOR_SERIAL_SHORT: msg`The serial number must have at least 10 letters or digits`,
  VENDOR_SERIAL_LONG: msg`The serial number must have at most 10 letters or digits`,
  VENDOR_NUMBER_TOO_LONG: msg`The number must have at most 20 letters or digits`,
  CUSTOMER_ID_TYPE_REQUIRED: msg`Please choose an identification type`,
  CUSTOMER_TIN_INVALID: msg`Please enter a correct TIN number`,
  CUSTOMER_NIDA_INVALID: msg`Enter correct NIDA number`,
  CUSTOMER_ID_INVALID: msg`Please enter a correct identification number`,
  CUSTOMER_PHONE_INVALID: msg`Please enter a valid phone number`,
  CUSTOMER_EMAIL_INVALID: msg`Valid email required`,
  CUSTOMER_VRN_INVALID: msg`Please enter a valid VRN`,
}

const NOTHING_TO_DO = msg`No action needed. It will be sent again automatically`
const RECORD_STEPS: Readonly<Partial<Record<RecordCode, MessageDescriptor>>> = {
  INVOICE_UNPAID_NOT_ALLOWED: msg`Enter the rest of the payment, or ask the owner to allow unpaid sales`,
  FILE_INCOMPLETE: NOTHING_TO_DO,
  CUSTOMER_ID_DUPLICATED: msg`Use the customer who already has this number`,
  CUSTOMER_VRN_DUPLICATED: msg`Use the customer who already has this number`,
}

/** Adds the sentences about records to those that are known. */
export function addRecordMessages(): void {
  addErrorMessages(RECORD_MESSAGES)
  addNextSteps(RECORD_STEPS)
}
