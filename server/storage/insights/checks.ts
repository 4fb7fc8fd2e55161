import { sql } from 'kysely'
import type { Expense } from '#domain/expenses/expense.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/** Companies in which a device gets notifications and whose figures were not examined on this day. */
export async function listCompaniesToExamine(db: Db, day: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ company_id: string }>`
    select distinct company_id from push_registrations registered
    where ended_at is null and not exists (
      select from insight_checks checked where checked.company_id = registered.company_id and checked.day = ${day}
    )
    limit ${limit}
  `.execute(db)
  return rows.map((row) => row.company_id)
}

/** Notes that a company is examined on a day; false if another process did so. Forgets what is older than `before`. */
export async function insertCheck(
  db: Db,
  { companyId }: CompanyScope,
  day: string,
  before: string,
): Promise<boolean> {
  await db
    .deleteFrom('insight_checks')
    .where('company_id', '=', companyId)
    .where('day', '<', before)
    .execute()
  const row = await db
    .insertInto('insight_checks')
    .values({ company_id: companyId, day })
    .onConflict((conflict) => conflict.columns(['company_id', 'day']).doNothing())
    .returning('day')
    .executeTakeFirst()
  return row !== undefined
}

/** Notes the finding that a company was notified of on a day. */
export async function updateCheck(
  db: Db,
  { companyId }: CompanyScope,
  day: string,
  findingId: string,
): Promise<void> {
  await db
    .updateTable('insight_checks')
    .set({ finding_id: findingId })
    .where('company_id', '=', companyId)
    .where('day', '=', day)
    .execute()
}

/** The findings a company was notified of. */
export async function listNotifiedFindings(
  db: Db,
  { companyId }: CompanyScope,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('insight_checks')
    .select('finding_id')
    .where('company_id', '=', companyId)
    .where('finding_id', '<>', '')
    .execute()
  return new Set(rows.map((row) => row.finding_id))
}

/** The expenses of a company from a day on that were not canceled. */
export async function listExpensesSince(
  db: Db,
  { companyId }: CompanyScope,
  day: string,
): Promise<Expense[]> {
  const { rows } = await sql<{ document: Expense }>`
    select document from expenses
    where company_id = ${companyId} and status <> 'canceled' and document->>'day' >= ${day}
  `.execute(db)
  return rows.map((row) => row.document)
}
