import { type Insertable, type Selectable, sql } from 'kysely'
import type { Instant } from '#domain/calendar/east-africa.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'
import type { ApiClientsTable, ApiSecretsTable } from './tables.ts'

export type ApiClient = Selectable<ApiClientsTable>

/** Stores a client; `false` when its id is taken. */
export async function insertApiClient(
  db: Db,
  { companyId }: CompanyScope,
  client: Omit<Insertable<ApiClientsTable>, 'company_id'>,
): Promise<boolean> {
  const row = await db
    .insertInto('api_clients')
    .values({ ...client, company_id: companyId })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Stores the hash of a new key. */
export async function insertApiSecret(
  db: Db,
  { companyId }: CompanyScope,
  secret: Omit<Insertable<ApiSecretsTable>, 'company_id'>,
): Promise<void> {
  await db
    .insertInto('api_secrets')
    .values({ ...secret, company_id: companyId })
    .execute()
}

/**
 * The clients that work in a company with the hint of the latest key and the name of who made it, newest first. `home`
 * is the company of the people who make them: of a sandbox the one it belongs to.
 */
export async function listApiClients(db: Db, { companyId }: CompanyScope, home: CompanyScope) {
  return await db
    .selectFrom('api_clients as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .selectAll('c')
    .select(['u.first_name', 'u.last_name'])
    .select((select) =>
      select
        .selectFrom('api_secrets as s')
        .select('s.hint')
        .where('s.company_id', '=', companyId)
        .whereRef('s.client_id', '=', 'c.id')
        .orderBy('s.created_at', 'desc')
        .limit(1)
        .as('hint'),
    )
    .where('c.company_id', '=', companyId)
    .where('u.company_id', '=', home.companyId)
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id')
    .execute()
}

/** A client that was not revoked, locked until the transaction ends. */
export async function lockApiClient(
  db: Db,
  { companyId }: CompanyScope,
  id: string,
): Promise<ApiClient | undefined> {
  return await db
    .selectFrom('api_clients')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Ends the keys of a client at a moment, unless they end earlier. */
export async function expireApiSecrets(
  db: Db,
  { companyId }: CompanyScope,
  clientId: string,
  at: Instant,
): Promise<void> {
  await db
    .updateTable('api_secrets')
    .set({
      expires_at: sql<string>`least(coalesce(expires_at, ${at}), ${at})`,
      // An end that comes earlier is announced again.
      expiry_announced_at: sql<string | null>`case when expires_at <= ${at} then expiry_announced_at end`,
    })
    .where('company_id', '=', companyId)
    .where('client_id', '=', clientId)
    .execute()
}

/** Revokes a client for good. */
export async function revokeApiClient(
  db: Db,
  { companyId }: CompanyScope,
  id: string,
  at: Instant,
): Promise<void> {
  await db
    .updateTable('api_clients')
    .set({ revoked_at: at })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

/**
 * The client of a key by the hash of the key, with when that key ends and whether it works in a sandbox. The key itself
 * is the right to ask.
 */
export async function findApiClient(
  db: Db,
  hash: string,
): Promise<
  (ApiClient & { readonly expires_at: string | null; readonly sandbox_of: string | null }) | undefined
> {
  return await db
    .selectFrom('api_secrets as s')
    .innerJoin('api_clients as c', 'c.id', 's.client_id')
    .innerJoin('companies as w', 'w.id', 'c.company_id')
    .selectAll('c')
    .select(['s.expires_at', 'w.sandbox_of'])
    .where('s.hash', '=', hash)
    .executeTakeFirst()
}

/** Notes that a client called, unless another process did within a minute. */
export async function noteApiUse(
  db: Db,
  { companyId }: CompanyScope,
  id: string,
  at: Instant,
): Promise<void> {
  await db
    .updateTable('api_clients')
    .set({ last_used_at: at })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('last_used_at', 'is', null),
        where('last_used_at', '<', sql<string>`${at}::timestamptz - interval '1 minute'`),
      ]),
    )
    .execute()
}
