import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { WorkCode } from '#contract/error-codes.ts'
import { addErrorMessages, type StartCode } from './error-messages.ts'
import { addNextSteps } from './next-steps.ts'
import type { RecordCode } from './record-messages.ts'

/** One sentence for each code that only the work behind the login can meet; texts of the specification as quoted. */
const WORK_MESSAGES: Readonly<Record<Exclude<WorkCode, StartCode | RecordCode>, MessageDescriptor>> = {
  INVOICE_TOTALS_DIFFER: msg`The totals on this phone and on the server do not match`,
  INVOICE_CHANGED_ELSEWHERE: msg`Someone changed this invoice on another phone`,
  INVOICE_SUBMITTED_DIFFERENTLY: msg`This invoice was submitted from another phone with different details`,
  INVOICE_PRODUCT_UNKNOWN: msg`A product on this invoice is not on the server`,
  INVOICE_CUSTOMER_UNKNOWN: msg`The customer on this invoice is not on the server`,
  INVOICE_RATE_UNKNOWN: msg`A tax rate on this invoice is not in force`,
  INVOICE_NOT_FOUND: msg`The invoice was not found`,
  INVOICE_NOT_REPAIRABLE: msg`This receipt cannot be repaired`,
  CLOCK_BEHIND_LAST_RECEIPT: msg`The server clock is earlier than the last receipt or Z report`,
  FISCAL_IDENTITY_MISSING: msg`Your company is not yet registered with TRA to issue receipts`,
  FISCAL_NUMBERING_HELD: msg`Receipt numbering is paused while the restored server is checked`,
  OPERATION_UNKNOWN: msg`The server does not support this type of record`,
  OPERATION_DAMAGED: msg`This phone damaged the saved record, so it cannot be sent`,
  OPERATION_INVALID: msg`The server could not read this record`,
  OPERATION_REUSED: msg`This record was already sent with different details`,
  OPERATION_WRONG_ACCOUNT: msg`This record belongs to another account`,
  OPERATION_DEPENDENCY_REFUSED: msg`This is waiting for another record that was rejected`,
  TRA_SIGNATURE_REFUSED: msg`TRA could not read the receipt or its signature`,
  TRA_TIN_REFUSED: msg`TRA rejected the company's TIN`,
  TRA_NOT_APPROVED: msg`TRA has not approved the company for electronic receipts`,
  TRA_UNHANDLED: msg`TRA's system had an error`,
  TRA_SERIAL_REFUSED: msg`TRA rejected the certificate's serial number`,
  TRA_CLIENT_REFUSED: msg`TRA did not accept this system`,
  TRA_CERTIFICATE_REFUSED: msg`TRA rejected the company's certificate`,
  TRA_REFUSED_OTHER: msg`There an error sending the invoice to TRA`,
  TRA_RECEIPT_MISSING: msg`TRA accepted the receipt, but it is not on the TRA portal yet`,
  TRA_REGISTRATION_ENDED: msg`The company's TRA registration has ended`,
  INVOICE_NO_LINES: msg`Add at least one item`,
  INVOICE_TOTAL_NOT_POSITIVE: msg`The total must be greater than 0`,
  INVOICE_TOTAL_TOO_LARGE: msg`The total is too large for one invoice`,
  INVOICE_PAYMENTS_EXCEED_TOTAL: msg`Total payments greater than total invoice`,
  INVOICE_PAYMENT_NOT_POSITIVE: msg`The amount must be greater than 0`,
  INVOICE_PRODUCT_NOT_SAVED: msg`Please save the product first before submitting the invoice`,
  INVOICE_LINE_DESCRIPTION_REQUIRED: msg`Enter a description`,
  INVOICE_LINE_QUANTITY_REQUIRED: msg`Enter a quantity greater than 0`,
  INVOICE_LINE_PRICE_REQUIRED: msg`Enter a price greater than 0`,
  INVOICE_LINE_RATES_DIFFER: msg`Items with the same tax type must have the same rate`,
  INVOICE_CUSTOMER_NAME_REQUIRED: msg`Please enter a customer name`,
  INVOICE_NOT_DRAFT: msg`This invoice is no longer a draft`,
  INVOICE_NOT_SUBMITTED: msg`This invoice was not submitted yet`,
  INVOICE_HAS_CREDIT_NOTES: msg`An invoice with a refund cannot be canceled`,
  INVOICE_ALREADY_CANCELED: msg`This invoice is already canceled`,
  INVOICE_CANCEL_REASON_REQUIRED: msg`Please enter the reason for canceling`,
}

const FIX_AND_RESUME = msg`Contact TRA or us to fix it. Then the owner can try again here`
const NOTHING_TO_DO = msg`No action needed. It will be sent again automatically`
const OPEN_AND_SEND_AGAIN = msg`Open the invoice, check it and submit it again`

/** What a person can do about one of these codes, where its own sentence does not say it already. */
const WORK_STEPS: Readonly<Partial<Record<WorkCode, MessageDescriptor>>> = {
  INVOICE_TOTALS_DIFFER: msg`Update the app, open the invoice and submit it again`,
  INVOICE_CHANGED_ELSEWHERE: msg`Compare the two drafts and keep the right one`,
  INVOICE_SUBMITTED_DIFFERENTLY: msg`Before you sell again, check the receipt that was issued`,
  INVOICE_PRODUCT_UNKNOWN: msg`Save the product again, then submit the invoice again`,
  INVOICE_CUSTOMER_UNKNOWN: msg`Save the customer again, then submit the invoice again`,
  INVOICE_RATE_UNKNOWN: OPEN_AND_SEND_AGAIN,
  CLOCK_BEHIND_LAST_RECEIPT: msg`Contact us: the server clock must be corrected`,
  FISCAL_IDENTITY_MISSING: msg`Contact us to complete the registration. Your invoices are safe`,
  FISCAL_NUMBERING_HELD: msg`Keep selling. Invoices will be sent when the check is finished`,
  OPERATION_UNKNOWN: msg`Update the app, then send again`,
  OPERATION_DAMAGED: msg`Open it, save it again and send it`,
  OPERATION_INVALID: msg`Open it, save it again and send it`,
  OPERATION_REUSED: msg`Open it, save it again and send it`,
  OPERATION_WRONG_ACCOUNT: msg`Log in as the person who created it`,
  OPERATION_DEPENDENCY_REFUSED: msg`Fix the other record first`,
  TRA_SIGNATURE_REFUSED: msg`Choose Repair on the invoice. Numbers and amounts stay the same`,
  TRA_TIN_REFUSED: FIX_AND_RESUME,
  TRA_NOT_APPROVED: FIX_AND_RESUME,
  TRA_UNHANDLED: NOTHING_TO_DO,
  TRA_SERIAL_REFUSED: FIX_AND_RESUME,
  TRA_CLIENT_REFUSED: FIX_AND_RESUME,
  TRA_CERTIFICATE_REFUSED: FIX_AND_RESUME,
  TRA_REFUSED_OTHER: msg`Choose Repair on the invoice. If TRA rejects it again, contact us`,
  TRA_RECEIPT_MISSING: NOTHING_TO_DO,
  TRA_REGISTRATION_ENDED: FIX_AND_RESUME,
  INVOICE_TOTAL_TOO_LARGE: msg`Split the sale into several invoices`,
  INVOICE_PAYMENTS_EXCEED_TOTAL: msg`Reduce a payment. Change given back does not count as payment`,
  INVOICE_LINE_RATES_DIFFER: msg`Remove the item and add it again`,
}

/** Adds the sentences of the work to those that are known from the start. */
export function addWorkMessages(): void {
  addErrorMessages(WORK_MESSAGES)
  addNextSteps(WORK_STEPS)
}
