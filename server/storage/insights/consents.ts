import { type Insertable, sql } from 'kysely'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'
import type { AiConsentsTable } from './tables.ts'

/** Adds a choice; earlier ones stay as the record of what was agreed when. */
export async function insertConsent(
  db: Db,
  { companyId }: CompanyScope,
  consent: Omit<Insertable<AiConsentsTable>, 'company_id'>,
): Promise<void> {
  await db
    .insertInto('ai_consents')
    .values({ ...consent, company_id: companyId })
    .execute()
}

/** Lets the choices of a person, and the work that needs one, follow each other until the transaction ends. */
export async function lockConsent(db: Db, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('ai-consent'), hashtext(${userId}))`.execute(db)
}

/** The latest choice of a person, and the provider that it was about. */
export async function findConsent(db: Db, { companyId }: CompanyScope, userId: string) {
  const row = await db
    .selectFrom('ai_consents')
    .select(['choice', 'at', 'text_version', 'provider', 'country'])
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { choice, at, text_version: textVersion, provider, country } = row
  return { choice, at: toInstant(Date.parse(at)), textVersion, provider, country }
}
