import type { Transaction } from 'kysely'
import type { Change } from '#contract/sync.ts'
import type { Instant } from '#domain/calendar/east-africa.ts'
import type { Database } from '../../storage/schema.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import type { ChangedRecord } from '../../storage/sync/changes.ts'
import type { ServiceContext } from '../context.ts'

/**
 * What a service works with: one operation of one person on one device, inside its own transaction. Person
 * and device are those that wrote it, even when another one sent it.
 */
export type Execution = {
  readonly context: ServiceContext
  readonly tx: Transaction<Database>
  readonly scope: CompanyScope
  /** Server time of the operation. */
  readonly at: Instant
  readonly deviceId: string
}

/** What a verb did. "No" is a thrown `Refusal`, "not now" a thrown `RetryLater`; both undo everything. */
export type Executed = {
  /** The record of the operation, as it is now. */
  readonly change: Change
  /** Everything that goes into the change feed; empty when nothing had to be altered. */
  readonly changed: readonly ChangedRecord[]
  /** The record is kept under another id than the phone gave it. */
  readonly alias?: { readonly from: string; readonly to: string }
  /** Of an import: the rows that were refused, and the records kept under another id. */
  readonly refusedRows?: readonly { readonly id: string; readonly code: string }[]
  readonly aliases?: readonly { readonly from: string; readonly to: string }[]
  /** Identity that has something to send once this is committed. */
  readonly identityToWake?: string
}
