import type { BookDocument } from '#domain/accounting/book-document.ts'
import type { BookProblem } from '#domain/accounting/book-problem.ts'
import type { BookSale } from '#domain/accounting/book-sale.ts'
import type { AccountingMapping, BookChoices } from '#domain/accounting/mapping.ts'
import type { AccountingProvider } from '#domain/accounting/provider.ts'
import type { FiscalDay, Instant } from '#domain/calendar/east-africa.ts'
import type { Cents } from '#domain/money/cents.ts'

/** What opens the books of one organization. */
export type BookAccess = { readonly token: string; readonly organizationId: string }

/** Tokens as the service gave them; the moment is in milliseconds since 1970. */
export type BookTokens = {
  readonly access: string
  readonly refresh: string
  readonly accessEndsAt: number
}

/**
 * What came of a call. `unknown`: it may have been done; `again`: what was read is out of date; `expired`: a new access
 * token is needed; `ended`: a person must allow the access again.
 */
export type BookOutcome<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'refused'; readonly problem: BookProblem; readonly detail: string }
  | { readonly kind: 'duplicate' | 'unknown' | 'again'; readonly detail: string }
  | { readonly kind: 'limited'; readonly waitMs: number }
  | { readonly kind: 'expired' | 'ended' }

export type BookContact = {
  /** Our id of the customer, or another text that stays the same for this person. */
  readonly key: string
  readonly name: string
  /** Empty when there is none. */
  readonly tin: string
}

/**
 * What is known of a contact that a request was refused with. `usable`: nothing is wrong with it; `use`: this one counts
 * now, the same one active again or the one that a person merged it into; `gone`: another one must be made.
 */
export type RenewedContact =
  | { readonly kind: 'usable' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'use'; readonly id: string }

type Sale = {
  readonly document: BookDocument
  /** The contact in the books. */
  readonly contact: string
  readonly mapping: Pick<AccountingMapping, 'income' | 'taxes'>
}
type Money = {
  /** The document in the books that it pays. */
  readonly target: string
  readonly contact: string
  readonly account: string
  readonly amount: Cents
  readonly day: FiscalDay
  /** Finds it again after a lost answer. */
  readonly marker: string
}

/** One change of the books; written down before it is sent, and the same whenever it is sent again. */
export type BookInstruction =
  | ({ readonly kind: 'invoice' } & Sale)
  /** Without an account no money goes back: the credit only lowers what is owed. */
  | ({ readonly kind: 'credit'; readonly account: string | null } & Sale)
  /** Lowers what is owed for the invoice `target` by a part of a credit. */
  | ({ readonly kind: 'apply'; readonly credit: string } & Omit<Money, 'account'>)
  | ({ readonly kind: 'payment' | 'refund' } & Money)
  | { readonly kind: 'unpay'; readonly target: string }
  /** Takes a part of a credit back, so that it can be shared again: `target` is that part, `sale` the invoice there. */
  | {
      readonly kind: 'undo'
      readonly part: 'apply' | 'memo' | 'credit' | 'refund'
      readonly target: string
      readonly credit: string
      readonly sale: string
    }
  | { readonly kind: 'void'; readonly target: string; readonly number: string }
  /** Puts the receipt as a file, or a sentence about it, beside an invoice of the books. */
  | { readonly kind: 'attach'; readonly target: string; readonly fileName: string }
  | { readonly kind: 'note'; readonly target: string; readonly text: string }

/** An entry of the books; figures in cents, `null` where the call does not say them. */
export type BookEntry = {
  readonly id: string
  readonly number: string
  readonly total: Cents | null
  readonly tax: Cents | null
  /** An invoice that is voided or deleted there. */
  readonly isVoid?: boolean
  /** A payment that does not pay the document it is for, or not with all of its amount. */
  readonly isLoose?: boolean
}

/** An entry of a day of the books, for a comparison. */
export type DatedEntry = BookEntry & { readonly isVoid: boolean }

/** From when on changes are read: by the time of the change, or at first (`null`) by the day of the invoice. */
export type ChangeWindow = { readonly since: Instant | null; readonly from: FiscalDay }

/** A document that a service says has changed, of whatever organization. */
export type BookEvent = { readonly organizationId: string; readonly id: string }

/** The organization and what can be chosen in its books. */
export type BookSettings = {
  readonly name: string
  readonly currency: string
  readonly choices: BookChoices
}

/** An accounting service, in our terms. */
export type AccountingGateway = {
  readonly provider: AccountingProvider
  /** Whether a simulator answers; screens say so. */
  readonly simulated: boolean
  authorizeUrl(request: {
    readonly state: string
    readonly challenge: string
    readonly redirectUri: string
  }): string
  exchange(request: {
    readonly code: string
    readonly verifier: string
    readonly redirectUri: string
  }): Promise<BookOutcome<BookTokens>>
  refresh(refreshToken: string): Promise<BookOutcome<BookTokens>>
  /** Gives the access to one organization back (empty: to whatever was allowed); says whether the service agreed. */
  revoke(tokens: Pick<BookTokens, 'access' | 'refresh'>, organizationId: string): Promise<boolean>
  /** The organizations that the person allowed; `returned` is what the service put into the address. */
  organizations(
    token: string,
    returned: Readonly<Record<string, string>>,
  ): Promise<BookOutcome<readonly { readonly id: string; readonly name: string }[]>>
  settings(access: BookAccess): Promise<BookOutcome<BookSettings>>
  findContact(access: BookAccess, contact: BookContact): Promise<BookOutcome<string | null>>
  /** `key` repeats the first answer of the service. */
  createContact(access: BookAccess, contact: BookContact, key: string): Promise<BookOutcome<string>>
  /** Makes a contact usable again, or says which one to use instead; `sale` is an invoice there that was written for it. */
  renewContact(
    access: BookAccess,
    id: string,
    sale: string | null,
    key: string,
  ): Promise<BookOutcome<RenewedContact>>
  /** `file` belongs to the instruction `attach`. */
  write(
    access: BookAccess,
    instruction: BookInstruction,
    key: string,
    file?: Uint8Array<ArrayBuffer>,
  ): Promise<BookOutcome<BookEntry>>
  /** Whether it is done already; `null`: it is not. */
  find(access: BookAccess, instruction: BookInstruction): Promise<BookOutcome<BookEntry | null>>
  /** What the books will show for a document by the arithmetic of the service, in cents. */
  foresee(
    sale: Pick<Sale, 'document' | 'mapping'>,
    choices: BookChoices,
  ): { readonly total: Cents; readonly tax: Cents }
  /** The ids of the sales invoices that changed, or that are new. */
  changed(access: BookAccess, window: ChangeWindow): Promise<BookOutcome<readonly string[]>>
  /** A sales invoice; `null`: there is none, or it is deleted. */
  sale(
    access: BookAccess,
    id: string,
    mapping: Pick<AccountingMapping, 'taxes'>,
  ): Promise<BookOutcome<BookSale | null>>
  /** Every invoice, or every refund, of the days. */
  entries(
    access: BookAccess,
    kind: 'invoice' | 'credit',
    days: { readonly from: FiscalDay; readonly to: FiscalDay },
  ): Promise<BookOutcome<readonly DatedEntry[]>>
  /** The name of the header with the signature of a message of the service. */
  readonly signatureHeader: string
  /** What a message of the service says has changed; `null`: it is not signed by the service. */
  readMessage(body: Uint8Array, signature: string): readonly BookEvent[] | null
}

/** How a service is reached. */
export type AccountingConfig = {
  readonly clientId: string
  readonly clientSecret: string
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly revokeUrl: string
  readonly apiUrl: string
  /** Signs the messages of the service; `null`: none are accepted. */
  readonly webhookKey: string | null
  readonly simulated: boolean
  /** How requests travel; absent: over the network. */
  readonly fetch?: typeof fetch
}
