import type { OperationBody } from '#contract/operations.ts'
import { Refusal } from '../../ports/refusal.ts'
import { lockDocument } from '../../storage/catalogue/documents.ts'
import { lockFile } from '../../storage/files/files.ts'
import { requireRight } from '../context.ts'
import type { Executed, Execution } from '../operations/execution.ts'
import { expenseChange } from '../operations/feed-changes.ts'
import { RetryLater } from '../operations/retry-later.ts'

const INCOMPLETE_RETRY_MS = 5_000

/**
 * Answers that the content of a file of an expense is stored here: from then on the phone that took it may
 * delete it. Missing content is requested again; a forbidden file is refused permanently.
 */
export async function confirmFile(
  execution: Execution,
  { expenseId, sha256 }: OperationBody<'expense.keep-file'>,
): Promise<Executed> {
  const { context, tx, scope } = execution
  requireRight(context, 'expense.save', scope)
  const expense = await lockDocument(tx, scope, 'expenses', expenseId)
  if (expense === undefined) throw new Refusal('EXPENSE_NOT_FOUND')
  const file = await lockFile(tx, scope, sha256)
  if (file?.refused) throw new Refusal(file.refused)
  if (file?.complete !== true) throw new RetryLater('FILE_INCOMPLETE', INCOMPLETE_RETRY_MS)
  return { change: expenseChange(expense), changed: [] }
}
