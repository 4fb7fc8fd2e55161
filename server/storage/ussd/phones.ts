import { type Insertable, type Selectable, sql } from 'kysely'
import type { UssdLanguage } from '#domain/ussd/ussd-state.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'
import type { UssdPhonesTable } from './tables.ts'

export type UssdPhone = Selectable<UssdPhonesTable>

/** Without the registered numbers that were not used since a moment: they need a new code. */
function isFreshSince(usedSince: string) {
  // A process of the version before registers numbers without the time of their use.
  return sql<boolean>`(registered_at is null or coalesce(used_at, registered_at) > ${usedSince})`
}

/** The numbers of one person that were not ended and, once registered, used since a moment; newest first. */
export async function listUssdPhones(
  db: Db,
  { companyId }: CompanyScope,
  userId: string,
  usedSince: string,
): Promise<UssdPhone[]> {
  return await db
    .selectFrom('ussd_phones')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where(isFreshSince(usedSince))
    .orderBy('created_at', 'desc')
    .execute()
}

export async function insertUssdPhone(
  db: Db,
  { companyId }: CompanyScope,
  phone: Omit<Insertable<UssdPhonesTable>, 'company_id'>,
): Promise<void> {
  await db
    .insertInto('ussd_phones')
    .values({ ...phone, company_id: companyId })
    .execute()
}

/** Ends numbers of one person: one by its id, or those that still wait for the code of a number. Says how many. */
export async function endUssdPhones(
  db: Db,
  { companyId }: CompanyScope,
  userId: string,
  which: { readonly id: string } | { readonly waiting: string },
  at: string,
): Promise<number> {
  let query = db
    .updateTable('ussd_phones')
    .set({ ended_at: at })
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
  query =
    'id' in which
      ? query.where('id', '=', which.id)
      : query.where('phone', '=', which.waiting).where('registered_at', 'is', null)
  return Number((await query.executeTakeFirst()).numUpdatedRows)
}

/** One registered number of the company, ended or not. */
export async function findUssdPhone(
  db: Db,
  { companyId }: CompanyScope,
  id: string,
): Promise<UssdPhone | undefined> {
  return await db
    .selectFrom('ussd_phones')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * All that is open under a number and, once registered, used since a moment. Of any company: the gateway knows only the
 * number.
 */
export async function listByNumber(db: Db, phone: string, usedSince: string): Promise<UssdPhone[]> {
  return await db
    .selectFrom('ussd_phones')
    .selectAll()
    .where('phone', '=', phone)
    .where('ended_at', 'is', null)
    .where(isFreshSince(usedSince))
    .execute()
}

/** Makes a waiting number the registered one; whatever was registered under it before ends. */
export async function confirmUssdPhone(
  db: Db,
  { companyId }: CompanyScope,
  { id, phone }: Pick<UssdPhone, 'id' | 'phone'>,
  at: string,
): Promise<void> {
  // Of any company: the code proves who holds the number now.
  await db
    .updateTable('ussd_phones')
    .set({ ended_at: at })
    .where('phone', '=', phone)
    .where('registered_at', 'is not', null)
    .where('ended_at', 'is', null)
    .execute()
  await db
    .updateTable('ussd_phones')
    .set({ registered_at: at, used_at: at, code_hash: null })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

/** Takes one try of the PIN before it is compared; `undefined` when none is left. Returns what is left. */
export async function takePinTry(
  db: Db,
  { companyId }: CompanyScope,
  id: string,
): Promise<number | undefined> {
  const row = await db
    .updateTable('ussd_phones')
    .set((set) => ({ pin_tries: set('pin_tries', '-', 1) }))
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('pin_tries', '>', 0)
    .returning('pin_tries')
    .executeTakeFirst()
  return row?.pin_tries
}

export async function updateUssdPhone(
  db: Db,
  { companyId }: CompanyScope,
  id: string,
  changes: { readonly pin_tries: number; readonly used_at: string } | { readonly language: UssdLanguage },
): Promise<void> {
  await db
    .updateTable('ussd_phones')
    .set(changes)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}
