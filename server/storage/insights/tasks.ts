import type { AiTaskFailure } from '#domain/insights/ai-refusals.ts'
import type { Wording } from '#domain/insights/wording.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

export type NewTask = {
  readonly id: string
  readonly userId: string
  readonly key: string
  readonly day: string
  readonly at: string
}

function selectTasks(db: Db, { companyId }: CompanyScope) {
  return db
    .selectFrom('insight_tasks')
    .select(['id', 'status', 'failure', 'result', 'day', 'changed_at'])
    .where('company_id', '=', companyId)
}

/** A task of the company. */
export async function findTask(db: Db, scope: CompanyScope, id: string) {
  return await selectTasks(db, scope).where('id', '=', id).executeTakeFirst()
}

/** A task that did not fail, for the same question. */
export async function findTaskByKey(db: Db, scope: CompanyScope, key: string) {
  return await selectTasks(db, scope)
    .where('key', '=', key)
    .where('status', '<>', 'failed')
    .executeTakeFirst()
}

export async function insertTask(db: Db, { companyId }: CompanyScope, task: NewTask): Promise<void> {
  const { id, userId, key, day, at } = task
  await db
    .insertInto('insight_tasks')
    .values({
      ...{ id, key, day, company_id: companyId, user_id: userId },
      ...{ status: 'queued', failure: null, result: null, created_at: at, changed_at: at },
    })
    .execute()
}

/** Begins a task; says whether it is still there, because a withdrawal of the consent deletes it. */
export async function startTask(
  db: Db,
  { companyId }: CompanyScope,
  id: string,
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('insight_tasks')
    .set({ status: 'running', changed_at: at })
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .where('status', '=', 'queued')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends a task with its result; nothing is stored for one that was deleted or has failed meanwhile. */
export async function finishTask(
  db: Db,
  { companyId }: CompanyScope,
  id: string,
  wordings: readonly Wording[],
  at: string,
): Promise<void> {
  await db
    .updateTable('insight_tasks')
    .set({ status: 'done', result: JSON.stringify(wordings), changed_at: at })
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .where('status', '=', 'running')
    .execute()
}

/** Ends a task without a result; says whether it was still open. */
export async function failTask(
  db: Db,
  { companyId }: CompanyScope,
  id: string,
  failure: AiTaskFailure,
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('insight_tasks')
    .set({ status: 'failed', failure, changed_at: at })
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes what was made for a person, running or done. */
export async function deleteTasksOf(db: Db, { companyId }: CompanyScope, userId: string): Promise<void> {
  await db
    .deleteFrom('insight_tasks')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .execute()
}
