import type { EndpointRequest } from '#contract/endpoints.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { isBeingRead, isReadable, withReading } from '#domain/expenses/reading.ts'
import type { AttemptLimit } from '../../ports/attempt-limit.ts'
import { Refusal } from '../../ports/refusal.ts'
import { lockDocument, upsertDocuments } from '../../storage/catalogue/documents.ts'
import { scheduleReading } from '../../storage/catalogue/expense-readings.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import { upsertChanges } from '../../storage/sync/changes.ts'
import { companyScope, requireRight, type ServiceContext } from '../context.ts'

/**
 * Has the files of an expense read again, or stops it. What is not to be read any more stays as it is: a person typed
 * the amount meanwhile, or the reading was quicker. Retries are limited per company, because a reading is work.
 */
export async function changeReading(
  context: ServiceContext,
  limit: AttemptLimit,
  { expenseId, read }: EndpointRequest<'expenses.change-reading'>,
): Promise<Record<never, never>> {
  const scope = companyScope(context)
  requireRight(context, 'expense.save', scope)
  if (read) await limit.consume(scope.companyId)
  const at = toInstant(context.clock.now())
  await inTransaction(context.db, async (tx) => {
    const current = await lockDocument(tx, scope, 'expenses', expenseId)
    if (!current) throw new Refusal('NOT_FOUND')
    if (!isReadable(current) || isBeingRead(current) === read) return
    const next = withReading(
      { ...current, rev: current.rev + 1 },
      { state: read ? 'waiting' : 'canceled', at },
    )
    await upsertDocuments(tx, scope, 'expenses', [next], at)
    await scheduleReading(tx, scope, expenseId, read ? at : null)
    await upsertChanges(tx, scope, [{ t: 'expense', id: expenseId }])
  })
  return {}
}
