import type { InvoiceStatus, PaymentType } from '../invoices/invoice.ts'
import type { BasisPoints } from '../money/basis-points.ts'
import type { Cents } from '../money/cents.ts'
import type { TaxType } from '../tax/tax-type.ts'
import type { UssdDraft, UssdItem } from './ussd-draft.ts'

export type UssdLanguage = 'sw' | 'en'

/** The screens that wait for an answer. */
export const USSD_PLACES = [
  'code',
  'main',
  'resume',
  'item',
  'name',
  'amount',
  'tax',
  'more',
  'pay',
  'tin',
  'confirm',
  'pin',
  'list',
  'detail',
  'why',
  'void',
] as const
export type UssdPlace = (typeof USSD_PLACES)[number]

/** What a PIN opens. */
export type AfterPin = 'list' | 'today' | 'submit' | 'cancel'

export const CANCEL_REASONS = ['mistake', 'returned', 'unpaid'] as const
export type CancelReason = (typeof CANCEL_REASONS)[number]

/** Where a session is. Kept by the server between two requests; never holds a PIN. */
export type UssdState = {
  readonly place: UssdPlace
  readonly draft: UssdDraft | null
  /** The item whose amount is asked for. */
  readonly item: UssdItem | null
  readonly page: number
  /** The invoice that is shown. */
  readonly chosen: string | null
  readonly reason: CancelReason | null
  /** Answers in a row that fit no choice. */
  readonly misses: number
  /** What the PIN is asked for; `triesLeft` after a wrong one. */
  readonly afterPin: AfterPin
  readonly triesLeft: number | null
  /** The PIN was given in this session. */
  readonly known: boolean
}

export type UssdProduct = {
  readonly id: string
  readonly name: string
  readonly taxType: TaxType
}

/** An invoice of the list. `total` in cents; day `DD-MM-YYYY`, time `HH:MM`, in East Africa. */
export type UssdReceipt = {
  readonly id: string
  readonly code: string
  readonly total: Cents
  readonly day: string
  readonly time: string
  readonly status: Exclude<InvoiceStatus, 'draft'>
}

/** The figures of a day; amounts in cents. */
export type UssdToday = {
  readonly day: string
  readonly count: number
  readonly total: Cents
  readonly vat: Cents
  readonly waiting: number
  readonly canceled: number
}

/** What the screens show of the company; read for each request. */
export type UssdFacts = {
  readonly language: UssdLanguage
  readonly company: string
  /** The authority blocks the company: it may sell nothing. */
  readonly blocked: boolean
  readonly vatRegistered: boolean
  /** The ways to pay that the owner takes, in the order of the menu; `null`: not paid yet, where a sale may be. */
  readonly payments: readonly (PaymentType | null)[]
  /** In the order of the menu. */
  readonly products: readonly UssdProduct[]
  /** Newest first. */
  readonly receipts: readonly UssdReceipt[]
  /** VAT of the draft in cents. */
  readonly vatOf: (draft: UssdDraft) => Cents
  /** The sale that was dialled a moment ago: its answer may have got lost. */
  readonly last: Pick<UssdReceipt, 'code' | 'total'> | null
  /** Whether an equal sale was dialled a moment ago. */
  readonly isRepeated: (draft: UssdDraft) => boolean
  /** The rate of today; `undefined`: none is known. */
  readonly rateOf: (taxType: TaxType) => BasisPoints | undefined
  /** Whether text messages are sent at all. */
  readonly sendsSms: boolean
  readonly dial: string
  readonly helpPhone: string
  readonly guide: string
}

/** What ends a session. */
export type UssdEnd =
  | {
      readonly end:
        | 'registered'
        | 'texted'
        | 'draft'
        | 'dropped'
        | 'queued'
        | 'pin-shut'
        | 'blocked'
        | 'barred'
    }
  | { readonly end: 'help' | 'bye' | 'unknown' | 'down' | 'refused' | 'failed' }
  | { readonly end: 'done' | 'again'; readonly code: string; readonly total: Cents }
  | { readonly end: 'voided'; readonly code: string }
  | { readonly end: 'today'; readonly today: UssdToday }

/** What only the server can do; the result decides the next screen. */
export type UssdEffect =
  | { readonly do: 'register'; readonly code: string }
  | { readonly do: 'check-pin'; readonly pin: string; readonly opens: AfterPin }
  | { readonly do: 'send-sms'; readonly invoiceId: string }
  | { readonly do: 'today' | 'save-draft' | 'switch-language' | 'drop' }

export type UssdStep =
  | { readonly kind: 'show'; readonly state: UssdState; readonly wrong?: true }
  | { readonly kind: 'end'; readonly end: UssdEnd }
  | { readonly kind: 'effect'; readonly state: UssdState; readonly effect: UssdEffect }
