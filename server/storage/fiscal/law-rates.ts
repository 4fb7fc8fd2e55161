import { sql } from 'kysely'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import type { LawRate } from '#domain/tax/plan-rate.ts'
import { parseDay } from '../row-values.ts'
import type { Db } from '../schema.ts'
import { noteFeedGrowth } from '../sync/feed-growth.ts'

/** Every rate that the law sets, oldest first. They hold for all companies. */
export async function listLawRates(db: Db): Promise<LawRate[]> {
  const rows = await db
    .selectFrom('law_rates')
    .select(['tax_type', 'valid_from', 'rate'])
    .orderBy('valid_from')
    .orderBy('tax_type')
    .execute()
  return rows.map((row) => ({
    taxType: row.tax_type,
    rate: toBasisPoints(row.rate),
    validFrom: parseDay(row.valid_from),
  }))
}

/** Enters a rate; one of the same tax type and day is replaced. Returns `true` when that changed anything. */
export async function upsertLawRate(
  db: Db,
  { taxType, rate, validFrom }: LawRate,
  planned: { readonly by: string; readonly at: string },
): Promise<boolean> {
  const values = { rate, planned_by: planned.by, planned_at: planned.at }
  const row = await db
    .insertInto('law_rates')
    .values({ tax_type: taxType, valid_from: validFrom, ...values })
    .onConflict((conflict) =>
      conflict.columns(['tax_type', 'valid_from']).doUpdateSet(values).where('law_rates.rate', '<>', rate),
    )
    .returning('tax_type')
    .executeTakeFirst()
  return row !== undefined
}

/** Takes a rate back. Returns `true` when there was one. */
export async function deleteLawRate(db: Db, planned: Omit<LawRate, 'rate'>): Promise<boolean> {
  const row = await db
    .deleteFrom('law_rates')
    .where('tax_type', '=', planned.taxType)
    .where('valid_from', '=', planned.validFrom)
    .returning('tax_type')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Enters every company into its own change feed, so that all phones fetch what changed for all. Like `upsertChanges` the
 * last statement of its transaction: the numbers are allocated under the locks of the feeds.
 */
export async function announceToAllCompanies(db: Db): Promise<void> {
  await sql`update companies set rev = rev + 1`.execute(db)
  await sql`
    with taken as (update company_feeds set change_seq = change_seq + 1 returning company_id, change_seq)
    insert into changes (company_id, t, row_id, change_id, deleted)
    select company_id, 'company', company_id, change_seq, false from taken
    on conflict (company_id, t, row_id) do update set change_id = excluded.change_id, deleted = false
  `.execute(db)
  noteFeedGrowth(db)
}
