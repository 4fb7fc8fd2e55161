import { sql } from 'kysely'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/** How often a company asked on a day. */
export async function findUsage(db: Db, { companyId }: CompanyScope, day: string): Promise<number> {
  const row = await db
    .selectFrom('ai_usage')
    .select('used')
    .where('company_id', '=', companyId)
    .where('day', '=', day)
    .executeTakeFirst()
  return row?.used ?? 0
}

/** Counts one more request of the day, unless there were `max` already; says whether it was counted. */
export async function takeUsage(
  db: Db,
  { companyId }: CompanyScope,
  day: string,
  max: number,
): Promise<boolean> {
  if (max < 1) return false
  const row = await db
    .insertInto('ai_usage')
    .values({ company_id: companyId, day, used: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'day'])
        .doUpdateSet({ used: sql`ai_usage.used + 1` })
        .where('ai_usage.used', '<', max),
    )
    .returning('used')
    .executeTakeFirst()
  return row !== undefined
}

/** The most that the whole server asks a provider on a day: requests, and tokens as the provider counts them. */
export type ServerMost = { readonly requests: number; readonly tokens: number }

/**
 * Counts one more request of the whole server, unless the day is used up; says whether it was counted. A failed request
 * stays counted when the provider was asked: it may ask money for it.
 */
export async function takeServerUsage(db: Db, day: string, most: ServerMost): Promise<boolean> {
  if (most.requests < 1 || most.tokens < 1) return false
  const row = await db
    .insertInto('ai_server_usage')
    .values({ day, used: 1 })
    .onConflict((conflict) =>
      conflict
        .column('day')
        .doUpdateSet({ used: sql`ai_server_usage.used + 1` })
        .where('ai_server_usage.used', '<', most.requests)
        .where('ai_server_usage.tokens', '<', String(most.tokens)),
    )
    .returning('used')
    .executeTakeFirst()
  return row !== undefined
}

/** Adds what a request cost to the day. */
export async function addServerTokens(db: Db, day: string, tokens: number): Promise<void> {
  await db
    .insertInto('ai_server_usage')
    .values({ day, used: 0, tokens: String(tokens) })
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet({ tokens: sql`ai_server_usage.tokens + excluded.tokens` }),
    )
    .execute()
}

/** Takes back what a failed request counted. */
export async function returnUsage(db: Db, { companyId }: CompanyScope, day: string): Promise<void> {
  await db
    .updateTable('ai_usage')
    .set({ used: sql`greatest(0, used - 1)` })
    .where('company_id', '=', companyId)
    .where('day', '=', day)
    .execute()
}

/** Takes back what a request counted for the whole server, because the provider was not asked. */
export async function returnServerUsage(db: Db, day: string): Promise<void> {
  await db
    .updateTable('ai_server_usage')
    .set({ used: sql`greatest(0, used - 1)` })
    .where('day', '=', day)
    .execute()
}
