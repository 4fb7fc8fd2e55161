import { type Insertable, sql } from 'kysely'
import type { Db } from '../schema.ts'
import type { PotentialClientsTable } from './tables.ts'

export async function insertPotentialClient(
  db: Db,
  client: Insertable<PotentialClientsTable>,
): Promise<void> {
  await db.insertInto('potential_clients').values(client).execute()
}

/** Whether an address has an account, or is of somebody who waits to be registered; case does not count. */
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
