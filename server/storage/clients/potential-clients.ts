import { type Expression, type Insertable, type SqlBool, sql } from 'kysely'
import type { Page } from '#contract/pages.ts'
import type { CLIENT_SORTS, PotentialClient } from '#contract/potential-client-endpoints.ts'
import type { ClientStatus } from '#domain/potential-clients/potential-client.ts'
import { type ListQuery, listPage } from '../administration/list-page.ts'
import { parseMoment } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'
import type { PotentialClientsTable } from './tables.ts'

export async function insertPotentialClient(
  db: Db,
  client: Insertable<PotentialClientsTable>,
): Promise<void> {
  await db.insertInto('potential_clients').values(client).execute()
}

/** The e-mail address of a request by its id. */
export async function findClientEmail(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('potential_clients').select('email').where('id', '=', id).executeTakeFirst()
  return row?.email
}

/** Whether an address has an account or an open request to be registered; case does not count. */
export async function isEmailRegistered(db: Db, email: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .limit(1)
    .executeTakeFirst()
  if (user) return true
  const client = await db
    .selectFrom('potential_clients')
    .select('id')
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('status', '<>', 'declined')
    .limit(1)
    .executeTakeFirst()
  return client !== undefined
}

type ClientSort = (typeof CLIENT_SORTS)[number]

const ORDER: Record<ClientSort, Expression<unknown>> = {
  createdAt: sql`created_at, id`,
  '-createdAt': sql`created_at desc, id`,
  companyName: sql`lower(company_name), id`,
}

function selectClients(db: Db) {
  return db
    .selectFrom('potential_clients')
    .select(['id', 'email', 'phone', 'tin', 'status'])
    .select([
      'full_name as fullName',
      'company_name as companyName',
      'promo_code as promoCode',
      'created_at as createdAt',
      'converted_to as convertedTo',
    ])
}

type ClientRow = Awaited<ReturnType<ReturnType<typeof selectClients>['execute']>>[number]

function toClient(row: ClientRow): PotentialClient {
  return { ...row, createdAt: parseMoment(row.createdAt) }
}

/** One page of the potential clients, and how many there are. They belong to no tenant: only the platform asks. */
export async function listPotentialClients(
  db: Db,
  query: ListQuery<ClientSort, ClientStatus>,
): Promise<Page<PotentialClient>> {
  const { filter } = query
  return await listPage<PotentialClient>(db, query, {
    from: sql`potential_clients`,
    id: sql`id`,
    searchText: sql`lower(concat_ws(' ', full_name, email, phone, company_name, tin))`,
    conditions: filter === undefined ? [] : [sql<SqlBool>`status = ${filter}`],
    order: ORDER[query.sort],
    rowsOf: async (ids) => (await selectClients(db).where('id', 'in', ids).execute()).map(toClient),
  })
}

/** One potential client, locked until the transaction ends. */
export async function lockPotentialClient(db: Db, id: string): Promise<PotentialClient | undefined> {
  const row = await selectClients(db).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && toClient(row)
}

export async function updateClientStatus(
  db: Db,
  id: string,
  status: ClientStatus,
  at: string,
): Promise<void> {
  await db.updateTable('potential_clients').set({ status, changed_at: at }).where('id', '=', id).execute()
}

/** Notes which company was made of a client. */
export async function updateClientConverted(
  db: Db,
  id: string,
  companyId: string,
  at: string,
): Promise<void> {
  await db
    .updateTable('potential_clients')
    .set({ status: 'converted', converted_to: companyId, changed_at: at })
    .where('id', '=', id)
    .execute()
}

/** Who made a company of a client, from which form (its hash), and the account of its owner. */
export async function findConversion(
  db: Db,
  { companyId }: CompanyScope,
  clientId: string,
): Promise<
  | {
      readonly byUserId: string | null
      readonly at: string
      readonly ownerId: string
      readonly written: string | null
    }
  | undefined
> {
  const row = await db
    .selectFrom('audit')
    .select([
      'user_id',
      'at',
      sql<string>`detail->>'ownerId'`.as('ownerId'),
      sql<string | null>`detail->>'written'`.as('written'),
    ])
    .where('company_id', '=', companyId)
    .where('action', '=', 'potential-client.convert')
    .where('subject', '=', `potential-client:${clientId}`)
    .executeTakeFirst()
  return row && { byUserId: row.user_id, at: row.at, ownerId: row.ownerId, written: row.written }
}
