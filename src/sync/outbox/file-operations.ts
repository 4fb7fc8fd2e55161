import type { AccountDatabase } from '#data/account-database.ts'
import { findExpense } from '#data/expenses.ts'
import { listByOrderingKey, listFileEntries } from '#data/outbox-entries.ts'
import { fileOrderingKey, wasNeverSent } from '#data/outbox-entry.ts'
import { type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import type { Expense } from '#domain/expenses/expense.ts'
import type { Account } from '#session/account.ts'
import { cancelEntries, enqueue } from './enqueue.ts'
import { type SerializedOperation, serializeOperation } from './serialize-operation.ts'

/** What the outbox gets, and gives up, when the files of an expense change. */
export type FileOperations = {
  readonly added: readonly SerializedOperation[]
  /** Lanes of files that were taken off. */
  readonly removed: readonly string[]
}

export const NO_FILE_OPERATIONS: FileOperations = { added: [], removed: [] }

/** What an edit of the files of an expense asks of the outbox. Call it before the transaction that queues it. */
export async function planFileOperations(
  newId: () => string,
  before: Expense | undefined,
  after: Expense,
): Promise<FileOperations> {
  const hashes = (expense: Expense | undefined) => expense?.files?.map(({ sha256 }) => sha256) ?? []
  const had = new Set(hashes(before))
  const has = new Set(hashes(after))
  const added: SerializedOperation[] = []
  for (const sha256 of has) {
    if (had.has(sha256)) continue
    const body = { expenseId: after.id, sha256 }
    const serialized = await serializeOperation(
      newId,
      'expense.keep-file',
      fileOrderingKey(after.id, sha256),
      body,
    )
    if (serialized.kind === 'frozen') added.push(serialized.operation)
  }
  const removed = [...had].filter((sha256) => !has.has(sha256))
  return { added, removed: removed.map((sha256) => fileOrderingKey(after.id, sha256)) }
}

/** Queues files behind the writing that names them, if one waits. Call inside the work transaction. */
export async function enqueueFiles(
  account: Account,
  { added, removed }: FileOperations,
  saveOpId: string | undefined,
  now: number,
): Promise<void> {
  const { db } = account
  for (const orderingKey of removed) {
    const unsent = (await listByOrderingKey(db, orderingKey)).filter(wasNeverSent)
    await cancelEntries(db, unsent, 'file taken off', toInstant(now))
  }
  for (const operation of added) {
    if ((await listByOrderingKey(db, operation.lane)).some(({ state }) => state !== 'done')) continue
    await enqueue(account, operation, saveOpId === undefined ? [] : [saveOpId], now)
  }
}

/**
 * Gives up the files that only a discarded edit had put to an expense, or all of one that is gone from this phone. Call
 * inside the work transaction, after the record shows what is left of it.
 */
export async function cancelOrphanedFiles(
  db: AccountDatabase,
  expenseId: string,
  at: Instant,
): Promise<void> {
  const expense = await findExpense(db, expenseId)
  const shown = new Set(expense?.files?.map(({ sha256 }) => fileOrderingKey(expenseId, sha256)))
  const unfinished = (await listFileEntries(db, expenseId)).filter(({ state }) => state !== 'done')
  const orphans = unfinished.filter((entry) => !shown.has(entry.lane) && (!expense || wasNeverSent(entry)))
  await cancelEntries(db, orphans, 'its expense was discarded', at)
}
