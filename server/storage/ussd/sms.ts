import { type Insertable, type Selectable, sql } from 'kysely'
import { DAY_MS, type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'
import type { UssdSmsTable } from './tables.ts'

export type StoredSms = Selectable<UssdSmsTable>

/** A message that was not due for a week is not sent any more: one from then or before. */
function tooLateAt(now: Instant): Instant {
  return toInstant(Date.parse(now) - 7 * DAY_MS)
}

/** Enters messages; one that is known already stays as it is. */
export async function insertUssdSms(
  db: Db,
  { companyId }: CompanyScope,
  messages: readonly Omit<Insertable<UssdSmsTable>, 'company_id' | 'state'>[],
): Promise<void> {
  if (messages.length === 0) return
  await db
    .insertInto('ussd_sms')
    .values(messages.map((sms) => ({ ...sms, state: 'waiting' as const, company_id: companyId })))
    .onConflict((conflict) => conflict.columns(['company_id', 'kind', 'subject_id', 'to_phone']).doNothing())
    .execute()
}

/** Enters a message that was asked for again: it is sent once more, unless it waits to be sent and still can be. */
export async function upsertUssdSms(
  db: Db,
  { companyId }: CompanyScope,
  { id, ...sms }: Omit<Insertable<UssdSmsTable>, 'company_id' | 'state'> & { readonly created_at: Instant },
): Promise<void> {
  const { language, next_attempt_at, created_at } = sms
  await db
    .insertInto('ussd_sms')
    .values({ ...sms, id, state: 'waiting', company_id: companyId })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'kind', 'subject_id', 'to_phone'])
        .doUpdateSet({ id, language, next_attempt_at, created_at, state: 'waiting', attempts: 0 })
        .where((where) =>
          where.or([
            where('ussd_sms.state', '<>', 'waiting'),
            where('ussd_sms.created_at', '<=', tooLateAt(created_at)),
          ]),
        ),
    )
    .execute()
}

/** What is due: a lock at once, a receipt when the authority has issued it or will not take it. */
function dueSms(db: Db, now: Instant) {
  return db
    .selectFrom('ussd_sms')
    .where('ussd_sms.state', '=', 'waiting')
    .where('ussd_sms.next_attempt_at', '<=', now)
    .where('ussd_sms.created_at', '>', tooLateAt(now))
    .where((where) =>
      where.or([
        where('ussd_sms.kind', '=', 'pin-locked'),
        where.exists(
          where
            .selectFrom('invoices as i')
            .select('i.id')
            .whereRef('i.company_id', '=', 'ussd_sms.company_id')
            .whereRef('i.id', '=', 'ussd_sms.subject_id')
            .where(
              sql<boolean>`case ussd_sms.kind when 'issued' then i.status = 'issued'
                else i.document->'receipt'->>'delivery' in ('rejected', 'parked') end`,
            ),
        ),
      ]),
    )
}

/** Companies with messages that are due. Only for the jobs. */
export async function listCompaniesToText(db: Db, now: Instant): Promise<string[]> {
  const rows = await dueSms(db, now).select('ussd_sms.company_id').distinct().execute()
  return rows.map((row) => row.company_id)
}

/** Messages of a company that are due, oldest first. */
export async function listDueUssdSms(
  db: Db,
  { companyId }: CompanyScope,
  now: Instant,
  limit: number,
): Promise<StoredSms[]> {
  return await dueSms(db, now)
    .selectAll('ussd_sms')
    .where('ussd_sms.company_id', '=', companyId)
    .orderBy('ussd_sms.created_at')
    .orderBy('ussd_sms.id')
    .limit(limit)
    .execute()
}

/**
 * Takes a message before it is handed over: from now on its end is unknown, so that a process that dies leaves one
 * that is not sent a second time. `false` when another process took it.
 */
export async function claimUssdSms(db: Db, { companyId }: CompanyScope, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('ussd_sms')
    .set((set) => ({ state: 'unknown' as const, attempts: set('attempts', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updateUssdSms(
  db: Db,
  { companyId }: CompanyScope,
  id: string,
  changes: Partial<Pick<StoredSms, 'state' | 'next_attempt_at' | 'provider_id' | 'reason'>>,
): Promise<void> {
  await db
    .updateTable('ussd_sms')
    .set(changes)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}
