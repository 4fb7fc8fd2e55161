import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ErrorCode } from '#contract/error-codes.ts'

const WAIT_AND_RETRY = msg`Please wait a moment and try again`
const TELL_THE_OWNER = msg`Tell the owner of the company or contact us`
const FIX_AND_RESUME = msg`Contact TRA or us to fix it. Then the owner can try again here`
const NOTHING_TO_DO = msg`No action needed. It will be sent again automatically`
const OPEN_AND_SEND_AGAIN = msg`Open the invoice, check it and submit it again`

/** What a person can do about a code, where its own sentence does not say it already. */
const NEXT_STEPS: Readonly<Partial<Record<ErrorCode, MessageDescriptor>>> = {
  INVALID_CREDENTIALS: msg`Check the username and the password, then try again`,
  GRANT_REFUSED: msg`Nothing is lost. Unsent records will be sent after you log in`,
  USER_DISABLED: TELL_THE_OWNER,
  COMPANY_DISABLED: msg`Contact us to reactivate it`,
  TOO_MANY_REQUESTS: WAIT_AND_RETRY,
  FORBIDDEN: TELL_THE_OWNER,
  UPGRADE_REQUIRED: msg`Update the app. Nothing will be lost`,
  UNAVAILABLE: NOTHING_TO_DO,
  FILE_INCOMPLETE: NOTHING_TO_DO,
  INVOICE_TOTALS_DIFFER: msg`Update the app, open the invoice and submit it again`,
  INVOICE_CHANGED_ELSEWHERE: msg`Compare the two drafts and keep the right one`,
  INVOICE_SUBMITTED_DIFFERENTLY: msg`Before you sell again, check the receipt that was issued`,
  INVOICE_PRODUCT_UNKNOWN: msg`Save the product again, then submit the invoice again`,
  INVOICE_CUSTOMER_UNKNOWN: msg`Save the customer again, then submit the invoice again`,
  INVOICE_RATE_UNKNOWN: OPEN_AND_SEND_AGAIN,
  CLOCK_BEHIND_LAST_RECEIPT: msg`Contact us: the server clock must be corrected`,
  FISCAL_IDENTITY_MISSING: msg`Contact us to complete the registration. Your invoices are safe`,
  FISCAL_NUMBERING_HELD: msg`Keep selling. Invoices will be sent when the check is finished`,
  CUSTOMER_ID_DUPLICATED: msg`Use the customer who already has this number`,
  CUSTOMER_VRN_DUPLICATED: msg`Use the customer who already has this number`,
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
  DEVICE_STORAGE_FULL: msg`Do not close the app. Free up some space on the phone, then save again`,
  DEVICE_STORAGE_BROKEN: msg`Do not close the app. What you typed is still on the screen. Try to save again`,
  NETWORK_TOO_SLOW: NOTHING_TO_DO,
  NETWORK_PORTAL: msg`Open the browser, sign in to the network, then come back`,
  ANSWER_UNREADABLE: NOTHING_TO_DO,
  INVOICE_TOTAL_TOO_LARGE: msg`Split the sale into several invoices`,
  INVOICE_PAYMENTS_EXCEED_TOTAL: msg`Reduce a payment. Change given back does not count as payment`,
  INVOICE_LINE_RATES_DIFFER: msg`Remove the item and add it again`,
}

const KNOWN: Readonly<Record<string, MessageDescriptor | undefined>> = NEXT_STEPS

/** What to do next about a code; `undefined` when its sentence says it already. */
export function nextStep(code: string): MessageDescriptor | undefined {
  return KNOWN[code]
}
