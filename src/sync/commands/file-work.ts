import type { AccountDatabase } from '#data/account-database.ts'
import { findExpense } from '#data/expenses.ts'
import { listFileWork, listLane } from '#data/outbox-entries.ts'
import { type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import type { Expense } from '#domain/expenses/expense.ts'
import type { Account } from '#session/account.ts'
import { enqueue, withdraw } from '../outbox/enqueue.ts'
import { fileLaneOf, wasNeverSent } from '../outbox/entry.ts'
import { type FrozenOperation, freezeOperation } from '../outbox/freeze-operation.ts'

/** What the outbox gets, and gives up, when the files of an expense change. */
export type FileWork = {
  readonly added: readonly FrozenOperation[]
  /** Lanes of files that were taken off. */
  readonly removed: readonly string[]
}

export const NO_FILE_WORK: FileWork = { added: [], removed: [] }

/** What an edit of the files of an expense asks of the outbox. Call it before the transaction that queues it. */
export async function fileWork(
  newId: () => string,
  before: Expense | undefined,
  after: Expense,
): Promise<FileWork> {
  const hashes = (expense: Expense | undefined) => expense?.files?.map(({ sha256 }) => sha256) ?? []
  const had = new Set(hashes(before))
  const has = new Set(hashes(after))
  const added: FrozenOperation[] = []
  for (const sha256 of has) {
    if (had.has(sha256)) continue
    const body = { expenseId: after.id, sha256 }
    const freezing = await freezeOperation(newId, 'expense.keep-file', fileLaneOf(after.id, sha256), body)
    if (freezing.kind === 'frozen') added.push(freezing.operation)
  }
  const removed = [...had].filter((sha256) => !has.has(sha256))
  return { added, removed: removed.map((sha256) => fileLaneOf(after.id, sha256)) }
}

/** Queues files behind the writing that names them, if one waits. Call inside the work transaction. */
export async function queueFiles(
  account: Account,
  { added, removed }: FileWork,
  writing: string | undefined,
  now: number,
): Promise<void> {
  const { db } = account
  for (const lane of removed) {
    const unsent = (await listLane(db, lane)).filter(wasNeverSent)
    await withdraw(db, unsent, 'file taken off', toInstant(now))
  }
  for (const operation of added) {
    if ((await listLane(db, operation.lane)).some(({ state }) => state !== 'done')) continue
    await enqueue(account, operation, writing === undefined ? [] : [writing], now)
  }
}

/**
 * Gives up the files that only a discarded edit had put to an expense, or all of one that is gone from this phone. Call
 * inside the work transaction, after the record shows what is left of it.
 */
export async function withdrawOrphans(db: AccountDatabase, expenseId: string, at: Instant): Promise<void> {
  const expense = await findExpense(db, expenseId)
  const shown = new Set(expense?.files?.map(({ sha256 }) => fileLaneOf(expenseId, sha256)))
  const owed = (await listFileWork(db, expenseId)).filter(({ state }) => state !== 'done')
  const orphans = owed.filter((entry) => !shown.has(entry.lane) && (!expense || wasNeverSent(entry)))
  await withdraw(db, orphans, 'its expense was discarded', at)
}
