import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { FiscalDay, Instant } from '#domain/calendar/east-africa.ts'
import type { FiscalEnvironment } from '#domain/fiscal/environment.ts'
import type { FiscalCounter } from '#domain/fiscal/fiscal-numbers.ts'
import type { Registration } from '#domain/fiscal/registration.ts'
import { type Cents, toCents } from '#domain/money/cents.ts'
import { parseDay, parseInteger, parseNullableMoment } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope, IdentityScope } from '../scope.ts'
import { bringForward } from './due-work.ts'
import type { FiscalIdentitiesTable, TaxCodesFrom } from './tables.ts'

export type IdentityState = FiscalIdentitiesTable['state']

/** What the authority answered at registration, without the password. */
export type StoredRegistration = Omit<Registration, 'password'>

/** A device identity at the tax authority as the services know it. Secrets stay encrypted. */
export type FiscalIdentity = {
  readonly id: string
  readonly companyId: string
  readonly baseUrl: string
  readonly verifyUrl: string
  readonly environment: FiscalEnvironment
  readonly tin: string
  readonly certKey: string
  readonly certSerialHeader: string
  readonly encryptedPrivateKey: string
  readonly registration: StoredRegistration
  readonly encryptedPassword: string
  readonly registeredDay: FiscalDay
  /** Empty while only the codes of the first registration were in force. */
  readonly taxCodeHistory: readonly TaxCodesFrom[]
  readonly state: IdentityState
  readonly stateReason: string
  readonly counter: FiscalCounter
  readonly openingGross: Cents
  readonly lastContactAt: Instant | null
}

export function toIdentity(row: Selectable<FiscalIdentitiesTable>): FiscalIdentity {
  return {
    id: row.id,
    companyId: row.company_id,
    baseUrl: row.base_url,
    verifyUrl: row.verify_url,
    environment: row.environment,
    tin: row.tin,
    certKey: row.cert_key,
    certSerialHeader: row.cert_serial_header,
    encryptedPrivateKey: row.sealed_private_key,
    registration: row.registration,
    encryptedPassword: row.sealed_password,
    registeredDay: parseDay(row.registered_day),
    taxCodeHistory: row.tax_code_history,
    state: row.state,
    stateReason: row.state_reason,
    counter: {
      nextGc: parseInteger(row.next_gc),
      day: row.counter_day === null ? null : parseDay(row.counter_day),
      dc: row.counter_dc,
      lastIssuedAt: parseNullableMoment(row.last_issued_at),
    },
    openingGross: toCents(parseInteger(row.opening_gross)),
    lastContactAt: parseNullableMoment(row.last_contact_at),
  }
}

/** The identity of a company that gives its numbers; earlier ones are retired. */
export async function findCompanyIdentity(db: Db, scope: CompanyScope): Promise<FiscalIdentity | undefined> {
  const row = await db
    .selectFrom('fiscal_identities')
    .selectAll()
    .where('company_id', '=', scope.companyId)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  return row && toIdentity(row)
}

/** The authority of a company's identity; absent before its registration. */
export async function findEnvironment(db: Db, scope: CompanyScope): Promise<FiscalEnvironment | undefined> {
  const row = await db
    .selectFrom('fiscal_identities')
    .select('environment')
    .where('company_id', '=', scope.companyId)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  return row?.environment
}

/**
 * The identity of a company, locked until the transaction ends: numbers are allocated, totals added and deliveries
 * recorded one after the other. It is the first lock of every transaction that takes it.
 */
export async function lockCompanyIdentity(db: Db, scope: CompanyScope): Promise<FiscalIdentity | undefined> {
  const row = await db
    .selectFrom('fiscal_identities')
    .selectAll()
    .where('company_id', '=', scope.companyId)
    .where('retired_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row && toIdentity(row)
}

/** An identity of a company by its id, also a retired one, locked as by `lockCompanyIdentity`. */
export async function lockIdentity(db: Db, scope: IdentityScope): Promise<FiscalIdentity | undefined> {
  const row = await db
    .selectFrom('fiscal_identities')
    .selectAll()
    .where('company_id', '=', scope.companyId)
    .where('id', '=', scope.id)
    .forUpdate()
    .executeTakeFirst()
  return row && toIdentity(row)
}

/** An identity of a company by its id, also a retired one. */
export async function findIdentity(db: Db, scope: IdentityScope): Promise<FiscalIdentity | undefined> {
  const row = await db
    .selectFrom('fiscal_identities')
    .selectAll()
    .where('company_id', '=', scope.companyId)
    .where('id', '=', scope.id)
    .executeTakeFirst()
  return row && toIdentity(row)
}

/** The identity a company has with a device at an authority, also a retired one. */
export async function findIdentityAt(
  db: Db,
  scope: CompanyScope,
  at: Pick<FiscalIdentity, 'baseUrl' | 'environment' | 'certKey'>,
): Promise<FiscalIdentity | undefined> {
  const row = await db
    .selectFrom('fiscal_identities')
    .selectAll()
    .where('company_id', '=', scope.companyId)
    .where('base_url', '=', at.baseUrl)
    .where('environment', '=', at.environment)
    .where('cert_key', '=', at.certKey)
    .executeTakeFirst()
  return row && toIdentity(row)
}

/** Every identity of a company, the one that gives its numbers first. */
export async function listIdentities(
  db: Db,
  scope: CompanyScope,
): Promise<(FiscalIdentity & { readonly current: boolean })[]> {
  const rows = await db
    .selectFrom('fiscal_identities')
    .selectAll()
    .where('company_id', '=', scope.companyId)
    .orderBy('retired_at', (order) => order.desc().nullsFirst())
    .execute()
  return rows.map((row) => ({ ...toIdentity(row), current: row.retired_at === null }))
}

/** Retires the identity that gives the company's numbers; `id`, when it is stored, takes its place. */
export async function updateCurrentIdentity(
  db: Db,
  scope: CompanyScope,
  id: string,
  at: Instant,
): Promise<void> {
  await db
    .updateTable('fiscal_identities')
    .set({ retired_at: at })
    .where('company_id', '=', scope.companyId)
    .where('retired_at', 'is', null)
    .execute()
  await db
    .updateTable('fiscal_identities')
    .set({ retired_at: null })
    .where('company_id', '=', scope.companyId)
    .where('id', '=', id)
    .execute()
}

/** Stores a new identity, whose first day can be closed at `closeAt`. */
export async function insertIdentity(db: Db, identity: FiscalIdentity, closeAt: Instant): Promise<void> {
  await db
    .insertInto('fiscal_identities')
    .values({
      id: identity.id,
      company_id: identity.companyId,
      base_url: identity.baseUrl,
      verify_url: identity.verifyUrl,
      environment: identity.environment,
      retired_at: null,
      tin: identity.tin,
      cert_key: identity.certKey,
      cert_serial_header: identity.certSerialHeader,
      sealed_private_key: identity.encryptedPrivateKey,
      registration: JSON.stringify(identity.registration),
      sealed_password: identity.encryptedPassword,
      registered_day: identity.registeredDay,
      tax_code_history: JSON.stringify(identity.taxCodeHistory),
      state: identity.state,
      state_reason: identity.stateReason,
      next_gc: identity.counter.nextGc,
      counter_day: identity.counter.day,
      counter_dc: identity.counter.dc,
      last_issued_at: identity.counter.lastIssuedAt,
      opening_gross: Number(identity.openingGross),
      last_contact_at: identity.lastContactAt,
    })
    .execute()
  await db
    .insertInto('identity_companies')
    .values({ identity_id: identity.id, company_id: identity.companyId })
    .execute()
  await bringForward(db, identity, identity.id, 'close', closeAt)
}

/**
 * Writes the counter back after numbers were allocated under the lock. Days are reported from the registration on: a
 * clock that was ahead then is corrected by the first receipt, which is in a report.
 */
export async function updateCounter(db: Db, scope: IdentityScope, counter: FiscalCounter): Promise<void> {
  await db
    .updateTable('fiscal_identities')
    .set({
      next_gc: counter.nextGc,
      counter_day: counter.day,
      counter_dc: counter.dc,
      last_issued_at: counter.lastIssuedAt,
      registered_day: sql`least(registered_day, ${counter.day})`,
    })
    .where('company_id', '=', scope.companyId)
    .where('id', '=', scope.id)
    .execute()
}

/** Reason shown while numbering is held after a restore. */
export const HOLD_REASON = 'Restored from a backup: waiting for the phones to return newer receipts'
export const ROLLBACK_REASON = 'The data went back in time: waiting for the phones to return newer receipts'

/**
 * Updates the identity's status at the authority. While numbering is held after a restore, nothing but the end of
 * the hold makes it active again: it is then kept as held.
 */
export async function updateIdentityState(
  db: Db,
  scope: IdentityScope,
  state: IdentityState,
  reason: string,
): Promise<void> {
  await sql`
    update fiscal_identities set
      state = case when onhold then 'held' else ${state} end,
      state_reason = case when onhold then ${HOLD_REASON} else ${reason} end
    from (
      select ${state} = 'active' and exists (
        select from numbering_holds
        where company_id = ${scope.companyId} and identity_id = ${scope.id} and released_at is null
      ) as onhold
    ) as held
    where company_id = ${scope.companyId} and id = ${scope.id}
  `.execute(db)
}

/** Writes what a repeated registration answered, and the key that it was made with when that is another. */
export async function updateRegistration(
  db: Db,
  scope: IdentityScope,
  renewed: Pick<FiscalIdentity, 'registration' | 'encryptedPassword' | 'taxCodeHistory'> &
    Partial<Pick<FiscalIdentity, 'certSerialHeader' | 'encryptedPrivateKey'>>,
): Promise<void> {
  await db
    .updateTable('fiscal_identities')
    .set({
      registration: JSON.stringify(renewed.registration),
      sealed_password: renewed.encryptedPassword,
      tax_code_history: JSON.stringify(renewed.taxCodeHistory),
      ...(renewed.certSerialHeader && { cert_serial_header: renewed.certSerialHeader }),
      ...(renewed.encryptedPrivateKey && { sealed_private_key: renewed.encryptedPrivateKey }),
    })
    .where('company_id', '=', scope.companyId)
    .where('id', '=', scope.id)
    .execute()
}

/** Notes that the authority answered. */
export async function updateLastContact(
  db: Db,
  scope: IdentityScope,
  at: string,
  asked: 'status' | 'document',
): Promise<void> {
  await db
    .updateTable('fiscal_identities')
    .set(asked === 'status' ? { last_contact_at: at, status_asked_at: at } : { last_contact_at: at })
    .where('company_id', '=', scope.companyId)
    .where('id', '=', scope.id)
    .execute()
}
