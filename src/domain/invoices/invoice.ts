import type { FiscalDay, Instant } from '../calendar/east-africa.ts'
import type { StatedEnvironment } from '../fiscal/environment.ts'
import type { FiscalNumbers } from '../fiscal/fiscal-numbers.ts'
import type { IdentificationType } from '../identity/identification.ts'
import type { BasisPoints } from '../money/basis-points.ts'
import type { Cents } from '../money/cents.ts'
import type { Quantity } from '../money/quantity.ts'
import type { TaxType } from '../tax/tax-type.ts'

/** The stored statuses (spec §4). What else a person needs to know is derived, see `shown-status.ts`. */
export const INVOICE_STATUSES = ['draft', 'submitted', 'issued', 'canceled'] as const
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]

/** Whether unit prices contain VAT (spec §3: "amounts may be inclusive or exclusive of VAT"). */
export type AmountType = 'INCLUSIVE' | 'EXCLUSIVE'

/** Ways to pay an invoice (spec §9). */
export const PAYMENT_TYPES = ['cash', 'e-money', 'credit_card', 'cheque'] as const
export type PaymentType = (typeof PAYMENT_TYPES)[number]

/** Closed: an installed app cannot read another one. A new door says its name in `channel`. */
export type InvoiceOrigin = 'app' | 'QuickBooks' | 'Xero' | 'USSD'

/** The customer as copied onto the invoice when it was written: later changes of the customer do not affect it. */
export type InvoiceCustomer = {
  readonly customerId: string | null
  readonly name: string
  readonly identificationType: IdentificationType
  /** Normalized; empty for `NO_IDENTIFICATION`. */
  readonly identificationNumber: string
  /** E.164 (`+2557…`) or empty. */
  readonly phone: string
  readonly email: string
  readonly vatRegistrationNumber: string
}

export type InvoiceLine = {
  readonly id: string
  /** The saved product. A line without one cannot be submitted (spec §5, §8 "save the product first"). */
  readonly productId: string | null
  readonly description: string
  readonly quantity: Quantity
  readonly taxType: TaxType
  /** Rate in force when the line was saved; 0 for a seller not registered for VAT. */
  readonly rate: BasisPoints
  readonly unitPrice: Cents
  /** Percent off the tax-exclusive value (spec §3). */
  readonly discount: BasisPoints
  /** For the shop only: a serial number, a colour. Not on the fiscal receipt. */
  readonly note?: string
}

/** The longest reference of a payment. */
export const MAX_PAYMENT_REFERENCE = 60

export type InvoicePayment = {
  readonly type: PaymentType
  readonly amount: Cents
  /**
   * What the network or the bank calls it: the number of a mobile money message, a card slip or a cheque. For the shop's
   * own books, never among the fiscal figures. Absent: none.
   */
  readonly reference?: string
}

/** The most lines of an invoice: more would not fit into one request beside other work. */
export const MAX_LINES = 200

/** What the person writes: everything about an invoice that is decided before it is submitted. */
export type InvoiceContent = {
  readonly customer: InvoiceCustomer
  readonly amountType: AmountType
  readonly reference: string
  readonly lines: readonly InvoiceLine[]
  readonly payments: readonly InvoicePayment[]
  /** For the shop only. Not on the fiscal receipt. */
  readonly note?: string
}

/** Delivery of a numbered receipt to the authority (field practice: acknowledged is not yet registered). */
export const DELIVERY_STATES = [
  'numbered',
  'sending',
  'unknown',
  'acknowledged',
  'verified',
  'missing',
  'rejected',
  'parked',
] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/**
 * The fiscal part of an invoice, present from the moment the server numbered and signed it. Screen and paper say so
 * when it was not made for the live authority.
 */
export type InvoiceReceipt = FiscalNumbers &
  StatedEnvironment & {
    /** `<verify base>/<rctvnum>_<HHMMSS>`, the text of the QR code. */
    readonly verifyUrl: string
    readonly delivery: DeliveryState
    /** Refusal code of the authority (`1`, `3`, …) while delivery is `rejected` or `parked`. */
    readonly ackCode: string | null
    readonly ackMessage: string | null
    readonly acknowledgedAt: Instant | null
    readonly verifiedAt: Instant | null
    /** Identity of the device as printed. */
    readonly serial: string
    readonly uin: string
    readonly taxOffice: string
    /** The seller's VRN when it was numbered. Absent without VAT registration, and on receipts older than this field. */
    readonly vrn?: string
  }

export type InvoiceCancellation = {
  /** When the person canceled it. */
  readonly at: Instant
  /** When the server got it; absent where that is `at`. */
  readonly recordedAt?: Instant
  readonly by: string
  /** Absent on records of older servers. */
  readonly byId?: string
  readonly reason: string
}

/**
 * A refund of goods on an invoice that has its fiscal numbers. It is a document of the seller's own books, linked to
 * the original receipt: the authority knows no negative receipt, so no fiscal counter moves (TRA guide: an accepted
 * receipt is never changed).
 */
export type CreditNote = {
  readonly id: string
  /** Number in the company's own series, from 1; assigned by the server. */
  readonly number: number
  /** Verification code of the original receipt. */
  readonly originalRctvnum: string
  /** When the person gave the money back. */
  readonly at: Instant
  /** When the server got it; absent where that is `at`. */
  readonly recordedAt?: Instant
  readonly day: FiscalDay
  readonly by: string
  /** Absent on records of older servers. */
  readonly byId?: string
  readonly reason: string
  /** How the customer got the money back. */
  readonly paidBy: PaymentType
  readonly lines: readonly CreditedLine[]
  readonly perLetter: readonly LetterTotal[]
  /** What the customer got back, tax included. */
  readonly total: Cents
}

/** The refunded part of one line: goods, and what they cost the customer after discount. */
export type CreditedLine = { readonly lineId: string; readonly quantity: Quantity; readonly amount: Cents }

/**
 * Delivery of an e-mail of an invoice. `sent`: the mail server accepted it; `bounced`: the address does not accept
 * mail; `failed`: it was not sent for another cause.
 */
export const MAIL_STATES = ['queued', 'sent', 'failed', 'bounced'] as const
export type MailState = (typeof MAIL_STATES)[number]

/**
 * Why a mail failed. `message`: the mail service refused what is in it; `service`: the service could not be reached for
 * too long; `canceled`: the invoice was canceled before.
 */
export const MAIL_FAILURES = ['message', 'service', 'canceled'] as const
export type MailFailure = (typeof MAIL_FAILURES)[number]

/** One e-mail of an invoice to its customer. */
export type InvoiceMail = {
  readonly id: string
  readonly to: string
  readonly language: 'en' | 'sw'
  readonly state: MailState
  /** Absent unless it failed, and where an older server did not keep the cause. */
  readonly failure?: MailFailure
  /** When the server accepted the request, and who made it. */
  readonly at: Instant
  readonly by: string
  /** When `state` changed last. */
  readonly changedAt: Instant
}

/** What an invoice has in every status. */
export type InvoiceBase = InvoiceContent & {
  readonly id: string
  readonly companyId: string
  /** Server revision of this record, 0 while the server has not seen it. */
  readonly rev: number
  /** Sale time by the phone's clock. */
  readonly saleAt: Instant
  /** A program named the sale time of the draft, so that it stays when the program submits it later. */
  readonly saleAtGiven?: true
  readonly operatorId: string
  readonly operatorName: string
  readonly origin: InvoiceOrigin
  /** The door it came by where `origin` has no word for it, for example `API`; absent for the phone and the listed origins. */
  readonly channel?: string | undefined
  /** Number given by an accounting package, empty when none. */
  readonly accountingNumber: string
  readonly vatRegistered: boolean
  /** Frozen at every save by `invoiceTotals`; the server recomputes and compares. */
  readonly totals: InvoiceTotals
  /** Last part of the link to its public page; absent on invoices of old apps. */
  readonly slipToken?: string
  /** Oldest first; absent when there is none. */
  readonly creditNotes?: readonly CreditNote[] | undefined
  /** E-mails to the customer, oldest first; absent when there is none. */
  readonly mails?: readonly InvoiceMail[] | undefined
}

export type DraftInvoice = InvoiceBase & {
  readonly status: 'draft'
  readonly receipt: null
  readonly cancellation: null
}

/** Numbered and signed by the server; the authority has not acknowledged it. */
export type SubmittedInvoice = InvoiceBase & {
  readonly status: 'submitted'
  readonly receipt: InvoiceReceipt
  readonly cancellation: null
}

/** Acknowledged by the authority. */
export type IssuedInvoice = InvoiceBase & {
  readonly status: 'issued'
  readonly receipt: InvoiceReceipt
  readonly cancellation: null
}

type Canceled = InvoiceBase & { readonly status: 'canceled'; readonly cancellation: InvoiceCancellation }
type CanceledDraft = Canceled & { readonly receipt: null }
type CanceledReceipt = Canceled & { readonly receipt: InvoiceReceipt }

/** A canceled draft has no receipt; a canceled receipt keeps its numbers. */
export type CanceledInvoice = CanceledDraft | CanceledReceipt

/**
 * An invoice as every room knows it: on the wire, in IndexedDB, in the services. The status says which parts it has
 * (spec §4); a check of `receipt` narrows it as well.
 */
export type Invoice = DraftInvoice | SubmittedInvoice | IssuedInvoice | CanceledInvoice

/** An invoice that has its fiscal numbers. */
export type NumberedInvoice = SubmittedInvoice | IssuedInvoice | CanceledReceipt

/** Sum of one tax letter. `gross = net + tax`, after discount. */
export type LetterTotal = {
  readonly letter: 'A' | 'B' | 'C' | 'D' | 'E'
  readonly rate: BasisPoints
  readonly gross: Cents
  readonly net: Cents
  readonly tax: Cents
}

/** The totals of an invoice (spec §3). All in cents. */
export type InvoiceTotals = {
  /** Σ line amounts with tax, before discount. */
  readonly subTotal: Cents
  /** Σ discounts, tax included: what the customer saves. */
  readonly totalDiscount: Cents
  readonly totalExcludingTax: Cents
  readonly totalVat: Cents
  /** What the customer has to pay. */
  readonly totalIncludingTax: Cents
  readonly perLetter: readonly LetterTotal[]
}
