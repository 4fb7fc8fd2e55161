import type { Insertable } from 'kysely'
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

/** The latest choice of a person. */
export async function findConsent(db: Db, { companyId }: CompanyScope, userId: string) {
  const row = await db
    .selectFrom('ai_consents')
    .select(['choice', 'at', 'text_version'])
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { choice: row.choice, at: toInstant(Date.parse(row.at)), textVersion: row.text_version }
}
