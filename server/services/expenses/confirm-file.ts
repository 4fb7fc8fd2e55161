import type { OperationBody } from '#contract/operations.ts'
import { isReadable, withReading } from '#domain/expenses/reading.ts'
import { Refusal } from '../../ports/refusal.ts'
import { lockDocument, upsertDocuments } from '../../storage/catalogue/documents.ts'
import { scheduleReading } from '../../storage/catalogue/expense-readings.ts'
import { lockFile } from '../../storage/files/files.ts'
import { requireRight } from '../context.ts'
import type { Executed, Execution } from '../operations/execution.ts'
import { expenseChange } from '../operations/feed-changes.ts'
import { RetryLater } from '../operations/retry-later.ts'

const INCOMPLETE_RETRY_MS = 5_000

/**
 * Answers that the content of a file of an expense is stored here: from then on the phone that took it may
 * delete it. Missing content is requested again; a forbidden file is refused permanently. An expense that was saved with
 * nothing but its receipt is then read (spec §1).
 */
export async function confirmFile(
  execution: Execution,
  { expenseId, sha256 }: OperationBody<'expense.keep-file'>,
): Promise<Executed> {
  const { context, tx, scope, at } = execution
  requireRight(context, 'expense.save', scope)
  const expense = await lockDocument(tx, scope, 'expenses', expenseId)
  if (expense === undefined) throw new Refusal('EXPENSE_NOT_FOUND')
  const file = await lockFile(tx, scope, sha256)
  if (file?.refused) throw new Refusal(file.refused)
  if (file?.complete !== true) throw new RetryLater('FILE_INCOMPLETE', INCOMPLETE_RETRY_MS)
  // A reading of the files that came before begins again: the receipt may be on this one.
  if (!isReadable(expense)) return { change: expenseChange(expense), changed: [] }
  const awaited = withReading({ ...expense, rev: expense.rev + 1 }, { state: 'waiting', at })
  await upsertDocuments(tx, scope, 'expenses', [awaited], at)
  await scheduleReading(tx, scope, expenseId, at)
  return { change: expenseChange(awaited), changed: [{ t: 'expense', id: expenseId }] }
}
