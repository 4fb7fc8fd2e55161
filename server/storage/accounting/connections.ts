import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { AccountingProvider } from '#domain/accounting/provider.ts'
import type { FiscalDay, Instant } from '#domain/calendar/east-africa.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'
import type { ConnectionScope } from './documents.ts'
import type { AccountingConnectionsTable, AccountingLoginsTable } from './tables.ts'

export type StoredConnection = Selectable<AccountingConnectionsTable>

/** Every connection of the company, also ended ones. */
export async function listConnections(db: Db, { companyId }: CompanyScope): Promise<StoredConnection[]> {
  return await db
    .selectFrom('accounting_connections')
    .selectAll()
    .where('company_id', '=', companyId)
    .execute()
}

export async function findConnection(
  db: Db,
  { companyId }: CompanyScope,
  provider: AccountingProvider,
): Promise<StoredConnection | undefined> {
  return await db
    .selectFrom('accounting_connections')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('provider', '=', provider)
    .executeTakeFirst()
}

/** A connection, locked until the transaction ends: one refresh of its tokens at a time, in all processes. */
export async function lockConnection(
  db: Db,
  { companyId }: CompanyScope,
  id: string,
): Promise<StoredConnection | undefined> {
  return await db
    .selectFrom('accounting_connections')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function insertConnection(
  db: Db,
  { companyId }: CompanyScope,
  connection: Omit<Insertable<AccountingConnectionsTable>, 'company_id'>,
): Promise<void> {
  await db
    .insertInto('accounting_connections')
    .values({ ...connection, company_id: companyId })
    .execute()
}

export async function updateConnection(
  db: Db,
  { companyId }: CompanyScope,
  id: string,
  change: Omit<Updateable<AccountingConnectionsTable>, 'company_id' | 'id'>,
): Promise<void> {
  await db
    .updateTable('accounting_connections')
    .set(change)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

/** The access of a connection ended: it waits for *Reconnect*, unless a person has ended it meanwhile. */
export async function updateAccessEnded(
  db: Db,
  { companyId }: CompanyScope,
  id: string,
  changedAt: Instant,
): Promise<void> {
  await db
    .updateTable('accounting_connections')
    .set({ state: 'reconnect', changed_at: changedAt })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('state', '=', 'active')
    .execute()
}

/** Everything up to a change was planned, unless writing was begun from another day meanwhile. */
export async function updatePlannedUpTo(
  db: Db,
  { companyId }: CompanyScope,
  id: string,
  { since, from, to }: { readonly since: string | null; readonly from: number; readonly to: number },
): Promise<void> {
  await db
    .updateTable('accounting_connections')
    .set({ planned_up_to: to })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('since', 'is not distinct from', since)
    .where(sql<boolean>`coalesce(planned_up_to, 0) = ${from}`)
    .execute()
}

/** Up to when the invoices of the books were read, unless another first day was chosen meanwhile. */
export async function updatePulledAt(
  db: Db,
  { companyId }: CompanyScope,
  id: string,
  {
    from,
    pulledAt,
    nextPullAt,
  }: { readonly from: FiscalDay; readonly pulledAt: Instant; readonly nextPullAt: Instant },
): Promise<void> {
  await db
    .updateTable('accounting_connections')
    .set({ pulled_at: pulledAt, next_pull_at: nextPullAt })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('pull_from', '=', from)
    .execute()
}

/** Lets a connection wait until a moment, never for less than it waits already. */
export async function extendPause(
  db: Db,
  { companyId }: CompanyScope,
  id: string,
  until: Instant,
): Promise<void> {
  await db
    .updateTable('accounting_connections')
    .set({ paused_until: sql<string>`greatest(paused_until, ${until}::timestamptz)` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

/** A change that the booking itself wrote to the feed is no reason to look again, unless others came before it. */
export async function passOwnChange(
  db: Db,
  { companyId, connectionId }: ConnectionScope,
  changeId: number,
): Promise<void> {
  await db
    .updateTable('accounting_connections')
    .set({ planned_up_to: changeId })
    .where('company_id', '=', companyId)
    .where('id', '=', connectionId)
    .where('planned_up_to', '=', String(changeId - 1))
    .execute()
}

/** Whether another company is connected to this organization. */
export async function isOrganizationTaken(
  db: Db,
  provider: AccountingProvider,
  organizationId: string,
  exceptCompanyId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('accounting_connections')
    .select('id')
    .where('provider', '=', provider)
    .where('organization_id', '=', organizationId)
    .where('state', 'in', ['active', 'reconnect'])
    .where('company_id', '<>', exceptCompanyId)
    .executeTakeFirst()
  return row !== undefined
}

/** Remembers a login that begins, and forgets those of this person that ended. */
export async function insertAccountingLogin(
  db: Db,
  { companyId }: CompanyScope,
  login: Omit<Insertable<AccountingLoginsTable>, 'company_id'>,
  now: string,
): Promise<void> {
  await db
    .deleteFrom('accounting_logins')
    .where('company_id', '=', companyId)
    .where('expires_at', '<', now)
    .execute()
  await db
    .insertInto('accounting_logins')
    .values({ ...login, company_id: companyId })
    .execute()
}

/** Takes a login: it works once. */
export async function takeAccountingLogin(
  db: Db,
  { companyId }: CompanyScope,
  stateHash: string,
): Promise<Selectable<AccountingLoginsTable> | undefined> {
  return await db
    .deleteFrom('accounting_logins')
    .where('company_id', '=', companyId)
    .where('state_hash', '=', stateHash)
    .returningAll()
    .executeTakeFirst()
}
