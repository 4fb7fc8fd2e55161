import { sql } from 'kysely'
import type { Instant } from '#domain/calendar/east-africa.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'
import type { TotalCorrection } from './tables.ts'

/** At most `limit` companies that number receipts and had no check of totals since a moment. */
export async function listCompaniesToCheck(db: Db, since: Instant, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from companies
    where exists (select from fiscal_identities i where i.company_id = companies.id and i.retired_at is null)
      and not exists (select from total_checks t where t.company_id = companies.id and t.started_at > ${since})
    limit ${limit}
  `.execute(db)
  return rows.map((row) => row.id)
}

/** Notes that a company is checked from its newest month on; false if another process began after `since`. */
export async function startCheck(
  db: Db,
  scope: CompanyScope,
  month: string,
  { at, since }: { readonly at: Instant; readonly since: Instant },
): Promise<boolean> {
  const row = await db
    .insertInto('total_checks')
    .values({ company_id: scope.companyId, month, started_at: at, corrections: '[]' })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'month'])
        .doUpdateSet({ started_at: at })
        .where('total_checks.started_at', '<=', since),
    )
    .returning('month')
    .executeTakeFirst()
  return row !== undefined
}

/** The first month (`YYYY-MM`) in which a company has an invoice or a total of a day; absent before its first sale. */
export async function findFirstMonth(db: Db, scope: CompanyScope): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    select least(
      (select min(issued_day) from invoices where company_id = ${scope.companyId} and issued_day is not null),
      (select min(period) from aggregates where company_id = ${scope.companyId} and kind = 'day')
    ) as day
  `.execute(db)
  return rows[0]?.day?.slice(0, 7)
}

/** When each month of a company was last checked. */
export async function listCheckedMonths(db: Db, scope: CompanyScope): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('total_checks')
    .select(['month', 'checked_at'])
    .where('company_id', '=', scope.companyId)
    .where('checked_at', 'is not', null)
    .execute()
  return new Map(rows.map(({ month, checked_at }) => [month, new Date(checked_at ?? 0).getTime()]))
}

/** Notes that a month was checked, and what was corrected, if anything was. */
export async function upsertCheck(
  db: Db,
  scope: CompanyScope,
  month: string,
  at: Instant,
  corrections: readonly TotalCorrection[],
): Promise<void> {
  const isCorrected = corrections.length > 0
  const checked = { checked_at: at }
  const corrected = { corrected_at: isCorrected ? at : null, corrections: JSON.stringify(corrections) }
  await db
    .insertInto('total_checks')
    .values({ company_id: scope.companyId, month, started_at: at, ...checked, ...corrected })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'month'])
        .doUpdateSet(isCorrected ? { ...checked, ...corrected } : checked),
    )
    .execute()
}
