import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ErrorCode } from '#contract/error-codes.ts'

const WAIT_AND_RETRY = msg`Please wait a moment and try again`
const TELL_THE_OWNER = msg`Tell the owner of the company or contact us`
const MEND_AND_RESUME = msg`Mend it with TRA or with us. Then the owner tries again from here`
const NOTHING_TO_DO = msg`You do not need to do anything: it is sent again by itself`
const OPEN_AND_SEND_AGAIN = msg`Open the invoice, check it and submit it again`

/** What a person can do about a code, where its own sentence does not say it already. */
const NEXT_STEPS: Readonly<Partial<Record<ErrorCode, MessageDescriptor>>> = {
  INVALID_CREDENTIALS: msg`Check the username and the password, then try again`,
  GRANT_REFUSED: msg`Nothing is lost. What waits goes out after you log in`,
  USER_DISABLED: TELL_THE_OWNER,
  COMPANY_DISABLED: msg`Contact us to open it again`,
  TOO_MANY_REQUESTS: WAIT_AND_RETRY,
  FORBIDDEN: TELL_THE_OWNER,
  UPGRADE_REQUIRED: msg`Update the app. Nothing that waits is lost`,
  UNAVAILABLE: NOTHING_TO_DO,
  FILE_INCOMPLETE: NOTHING_TO_DO,
  INVOICE_TOTALS_DIFFER: msg`Update the app, open the invoice and submit it again`,
  INVOICE_CHANGED_ELSEWHERE: msg`Compare the two drafts and keep the right one`,
  INVOICE_SUBMITTED_DIFFERENTLY: msg`Check the receipt that was issued before you sell again`,
  INVOICE_PRODUCT_UNKNOWN: msg`Save the product again, then submit the invoice again`,
  INVOICE_CUSTOMER_UNKNOWN: msg`Save the customer again, then submit the invoice again`,
  INVOICE_RATE_UNKNOWN: OPEN_AND_SEND_AGAIN,
  CLOCK_BEHIND_LAST_RECEIPT: msg`Contact us: the clock of the server must be set right`,
  FISCAL_IDENTITY_MISSING: msg`Contact us to finish the registration. Your invoices are kept`,
  FISCAL_NUMBERING_HELD: msg`Keep selling. The invoices go out when the check is finished`,
  CUSTOMER_ID_DUPLICATED: msg`Use the customer who already has this number`,
  CUSTOMER_VRN_DUPLICATED: msg`Use the customer who already has this number`,
  OPERATION_UNKNOWN: msg`Update the app, then send again`,
  OPERATION_INVALID: msg`Open the record, save it again and send it`,
  OPERATION_REUSED: msg`Open the record, save it again and send it`,
  OPERATION_WRONG_ACCOUNT: msg`Log in as the person who made it`,
  OPERATION_DEPENDENCY_REFUSED: msg`Mend the other change first`,
  TRA_SIGNATURE_REFUSED: msg`Choose Repair on the invoice. Numbers and amounts stay the same`,
  TRA_TIN_REFUSED: MEND_AND_RESUME,
  TRA_NOT_APPROVED: MEND_AND_RESUME,
  TRA_UNHANDLED: NOTHING_TO_DO,
  TRA_SERIAL_REFUSED: MEND_AND_RESUME,
  TRA_CLIENT_REFUSED: MEND_AND_RESUME,
  TRA_CERTIFICATE_REFUSED: MEND_AND_RESUME,
  TRA_REFUSED_OTHER: msg`Choose Repair on the invoice. If TRA refuses it again, contact us`,
  TRA_RECEIPT_MISSING: NOTHING_TO_DO,
  TRA_REGISTRATION_ENDED: MEND_AND_RESUME,
  DEVICE_STORAGE_FULL: msg`Do not close the app. Free some space on the phone, then save again`,
  DEVICE_STORAGE_BROKEN: msg`Do not close the app. What you typed is still on the screen. Try to save again`,
  NETWORK_TOO_SLOW: NOTHING_TO_DO,
  NETWORK_PORTAL: msg`Open the browser, sign in to the network, then come back`,
  ANSWER_UNREADABLE: NOTHING_TO_DO,
  INVOICE_TOTAL_TOO_LARGE: msg`Split the sale into several invoices`,
  INVOICE_PAYMENTS_EXCEED_TOTAL: msg`Lower a payment. Change given back is not a payment`,
  INVOICE_LINE_RATES_DIFFER: msg`Remove the item and add it again`,
}

const KNOWN: Readonly<Record<string, MessageDescriptor | undefined>> = NEXT_STEPS

/** What to do next about a code; `undefined` when its sentence says it already. */
export function nextStep(code: string): MessageDescriptor | undefined {
  return KNOWN[code]
}
