import type { AccountDatabase } from '#data/account-database.ts'
import { findExpense } from '#data/expenses.ts'
import { listByOrderingKey, listFileEntries } from '#data/outbox-entries.ts'
import { fileOrderingKey, wasNeverSent } from '#data/outbox-entry.ts'
import { type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import type { Expense } from '#domain/expenses/expense.ts'
import type { Account } from '#session/account.ts'
import { cancelEntries, enqueue } from './enqueue.ts'
import { serializeOperation } from './serialize-operation.ts'

/** Files that an edit added to an expense and files that it removed, by SHA-256. */
export type FileChanges = { readonly added: readonly string[]; readonly removed: readonly string[] }

/** The files that an edit adds to an expense and removes from it. */
export function fileChanges(before: Expense | undefined, after: Expense): FileChanges {
  const hashes = (expense: Expense | undefined) => expense?.files?.map(({ sha256 }) => sha256) ?? []
  const had = new Set(hashes(before))
  const has = new Set(hashes(after))
  return {
    added: [...has].filter((sha256) => !had.has(sha256)),
    removed: [...had].filter((sha256) => !has.has(sha256)),
  }
}

/** Queues files behind the save that names them, if one waits. Call inside the work transaction. */
export async function enqueueFiles(
  account: Account,
  newId: () => string,
  expenseId: string,
  { added, removed }: FileChanges,
  saveOpId: string | undefined,
  now: number,
): Promise<void> {
  const { db } = account
  for (const sha256 of removed) {
    const unsent = (await listByOrderingKey(db, fileOrderingKey(expenseId, sha256))).filter(wasNeverSent)
    await cancelEntries(db, unsent, 'file taken off', toInstant(now))
  }
  for (const sha256 of added) {
    const orderingKey = fileOrderingKey(expenseId, sha256)
    const sameKey = await listByOrderingKey(db, orderingKey)
    if (sameKey.some(({ state }) => state !== 'done')) continue
    const serialized = serializeOperation(newId, 'expense.keep-file', orderingKey, { expenseId, sha256 })
    if (serialized.kind === 'refused') continue
    await enqueue(account, serialized.operation, saveOpId === undefined ? [] : [saveOpId], now, sameKey)
  }
}

/**
 * Cancels the upload of files that only a discarded edit had added to an expense, or of all files of an expense that
 * was deleted from this phone. Call inside the work transaction, after the record is updated.
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
