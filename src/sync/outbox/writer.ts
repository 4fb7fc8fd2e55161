import type { OperationBody, OperationType } from '#contract/operations.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { invoiceRow, upsertInvoices } from '#data/invoices.ts'
import { pendingOf } from '#data/outbox-entry.ts'
import { type AnyRecord, refreshPending, saveServerCopy, upsertRecord } from '#data/records.ts'
import type { InvoiceRow, OutboxEntry } from '#data/rows.ts'
import { getTrustedTime } from '#data/trusted-time.ts'
import { workTransaction } from '#data/work-transaction.ts'
import { type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import type { PendingWork } from '#domain/invoices/shown-status.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { refuse } from '#domain/result.ts'
import type { Account } from '#session/account.ts'
import { type CommandDeps, type CommandResult, type RefusalCode, runCommand } from './command-result.ts'
import { enqueue, replacePending } from './enqueue.ts'
import { enqueueFiles, type FileChanges } from './file-operations.ts'
import { quarantineDamagedWork } from './quarantine-damaged.ts'
import { enqueueOrReplace } from './replace-pending.ts'
import { upsertSaleOverlay } from './sale-overlay.ts'
import { type SerializedOperation, serializeOperation } from './serialize-operation.ts'

/** Rolls back a write transaction; `write` turns it into the result. */
class Rollback extends Error {
  readonly refusals: readonly FieldRefusal<RefusalCode>[]

  constructor(refusals: readonly FieldRefusal<RefusalCode>[]) {
    super('refused')
    this.refusals = refusals
  }
}

/** A record as a person wrote it, with its data read in this transaction. */
export type RecordChange = {
  readonly written: AnyRecord
  readonly before: AnyRecord | undefined
  /** The stored row of an invoice; absent for another record and for a new invoice. */
  readonly row?: InvoiceRow | undefined
  /** The entries of its ordering key. */
  readonly entries: readonly OutboxEntry[]
  /** Operations that the server must execute first. */
  readonly dependsOn?: readonly string[]
}

/** What a command may write, besides reads of `db`. Await only the database between two calls. */
export class WriteTransaction {
  readonly account: Account
  readonly db: AccountDatabase
  /** The phone's clock at the beginning, in ms. */
  readonly now: number
  readonly #newId: () => string

  constructor(account: Account, { ports }: CommandDeps) {
    this.account = account
    this.db = account.db
    this.now = ports.clock.now()
    this.#newId = ports.newId
  }

  /** When the person did this: the phone's clock at the beginning, corrected by the server's. */
  async moment(): Promise<Instant> {
    return toInstant(await getTrustedTime(this.db, this.now))
  }

  /**
   * Queues an operation after the others of its ordering key. A body that breaks the contract refuses the command.
   */
  async enqueue<T extends OperationType>(
    type: T,
    orderingKey: string,
    body: OperationBody<T>,
    dependsOn: readonly string[] = [],
  ): Promise<OutboxEntry> {
    return enqueue(this.account, this.#serialize(type, orderingKey, body), dependsOn, this.now)
  }

  /** Replaces an operation that was never sent; the new one has the same dependencies. */
  async replacePending<T extends OperationType>(
    pending: OutboxEntry,
    type: T,
    body: OperationBody<T>,
  ): Promise<void> {
    const operation = this.#serialize(type, pending.lane, body)
    await replacePending(this.account, pending, operation, pending.dependsOn, this.now)
  }

  /**
   * Writes a record with the operation that sends it to the server, replacing pending ones where possible. Keeps the
   * server's copy for a discard, and counts a sale. Returns the id of the operation and what lists show as pending.
   */
  async upsert<T extends OperationType>(
    { written, before, row, entries, dependsOn = [] }: RecordChange,
    orderingKey: string,
    type: T,
    body: OperationBody<T>,
  ): Promise<{ readonly opId: string; readonly pending: PendingWork }> {
    const { db } = this
    const operation = this.#serialize(type, orderingKey, body)
    const [{ sameKey, orderingKeys }] = await Promise.all([
      enqueueOrReplace(this.account, operation, dependsOn, this.now, entries),
      saveServerCopy(db, before, entries),
    ])
    const pending = pendingOf(sameKey)
    if (written.kind === 'invoice') {
      await Promise.all([
        upsertInvoices(db, [invoiceRow(written.record, pending)], [row]),
        type === 'invoice.submit' && pending.kind !== 'attention'
          ? upsertSaleOverlay(db, operation.opId, written.record)
          : undefined,
      ])
    } else await upsertRecord(db, written, pending)
    await refreshPending(
      db,
      orderingKeys.filter((other) => other !== orderingKey),
    )
    return { opId: operation.opId, pending }
  }

  /** Queues the files that an edit added to an expense, behind its save, and cancels those that it removed. */
  async enqueueFiles(expenseId: string, changes: FileChanges, saveOpId: string): Promise<void> {
    await enqueueFiles(this.account, this.#newId, expenseId, changes, saveOpId, this.now)
  }

  #serialize<T extends OperationType>(
    type: T,
    orderingKey: string,
    body: OperationBody<T>,
  ): SerializedOperation {
    const serialized = serializeOperation(this.#newId, type, orderingKey, body)
    if (serialized.kind === 'refused') throw new Rollback(serialized.refusals)
    return serialized.operation
  }
}

/**
 * Runs a command as one strict transaction: read, ask the rule of the domain, write record and operation. A refusal
 * writes nothing. After a lost connection to the database, or when a damaged row was in its way, it runs `work` again,
 * so make the ids of records outside. Durable when it resolves to `ok`; then a sync is requested.
 */
export async function write<T>(
  account: Account,
  deps: CommandDeps,
  work: (tx: WriteTransaction) => Promise<CommandResult<T>>,
): Promise<CommandResult<T>> {
  const attempt = () =>
    runCommand(account.db, deps, async () => {
      try {
        return await workTransaction(account.db, async () => {
          const result = await work(new WriteTransaction(account, deps))
          if (!result.ok) throw new Rollback(result.refusals)
          return result
        })
      } catch (error) {
        if (error instanceof Rollback) return refuse(error.refusals)
        throw error
      }
    })
  try {
    return await attempt()
  } catch (error) {
    // A damaged row among the entries that the work read: it is quarantined, and the work runs again.
    const quarantined = await quarantineDamagedWork(account, deps.ports).catch(() => false)
    if (!quarantined) throw error
    return attempt()
  }
}
