import type { Generated } from 'kysely'
import type { BookProblem } from '#domain/accounting/book-problem.ts'
import type { BookSale } from '#domain/accounting/book-sale.ts'
import type { SavedMapping } from '#domain/accounting/chosen-taxes.ts'
import type { BookComparison } from '#domain/accounting/compare-books.ts'
import type { InboxProblem, InboxState } from '#domain/accounting/inbox-problem.ts'
import type { AccountingProvider } from '#domain/accounting/provider.ts'
import type { BigInteger, Json, Moment } from '../column-types.ts'

export type AccountingConnectionsTable = {
  id: string
  company_id: string
  provider: AccountingProvider
  /** `choosing`: the person has not chosen the organization; `reconnect`: the access ended. */
  state: 'choosing' | 'active' | 'reconnect' | 'disconnected'
  organization_id: string | null
  organization_name: Generated<string>
  /** Organizations to choose from. */
  offered: Json<{ id: string; name: string }[]>
  /** Sealed; `null` after the connection was ended. */
  access_token: string | null
  refresh_token: string | null
  access_ends_at: Moment | null
  mapping: Json<SavedMapping> | null
  /** Day from which receipts are booked; `null`: not started. */
  since: string | null
  /** The last number of the company's feed that was looked at for what must be booked; `null`: never looked. */
  planned_up_to: BigInteger | null
  paused_until: Moment | null
  sent_at: Moment | null
  changed_at: Moment
  /** Whether receipts are attached as files. */
  attaches: Generated<boolean>
  /** Day from which invoices of the books become drafts; `null`: none do. */
  pull_from: string | null
  /** Up to when changes of the books were read; `null`: never. */
  pulled_at: Moment | null
  next_pull_at: Moment | null
  compared_at: Moment | null
  comparison: Json<BookComparison> | null
}

export type AccountingLoginsTable = {
  state_hash: string
  company_id: string
  user_id: string
  session_id: string | null
  provider: AccountingProvider
  /** Sealed. */
  verifier: string
  expires_at: Moment
}

export type AccountingDocumentsTable = {
  connection_id: string
  company_id: string
  invoice_id: string
  /** The revision of the invoice that the steps were planned for. */
  seen_rev: number
  /** The revisions of its collections at that time, added up: each new or canceled one raises the sum. */
  seen_collections: Generated<number>
  state: 'waiting' | 'done' | 'attention' | 'left-out' | 'nothing'
  problem: BookProblem | null
  detail: Generated<string>
  number: Generated<string>
  attempts: Generated<number>
  unknown_since: Moment | null
  next_attempt_at: Moment
  claimed_by: string | null
  claimed_until: Moment | null
  changed_at: Moment
}

export type AccountingStepsTable = {
  connection_id: string
  company_id: string
  invoice_id: string
  step: string
  position: number
  state: 'waiting' | 'sending' | 'unknown' | 'done'
  request_key: string
  /** What is sent, made once. */
  instruction: Json<object> | null
  their_id: string | null
  sent_at: Moment | null
}

export type AccountingContactsTable = {
  connection_id: string
  company_id: string
  key: string
  their_id: string
}

/** Invoices of the books, one row for each, whatever was announced about it and how often. */
export type AccountingInboxTable = {
  connection_id: string
  company_id: string
  their_id: string
  state: InboxState
  problem: InboxProblem | null
  detail: Generated<string>
  /** How often it was announced, and how much of that was read: the rest is due. */
  announced: Generated<number>
  read: Generated<number>
  invoice_id: string | null
  /** What the draft was written from. */
  source: Json<BookSale> | null
  number: Generated<string>
  customer: Generated<string>
  total: BigInteger
  attempts: Generated<number>
  next_attempt_at: Moment
  claimed_by: string | null
  claimed_until: Moment | null
  changed_at: Moment
}
