import { sql } from 'kysely'
import { STATUS_CHANNEL } from '../listen.ts'
import type { Db } from '../schema.ts'

/**
 * Makes every process forget who may do what in a company or organization, once the transaction is committed. From here and
 * not only by a trigger: a table that every machine has a copy of has none.
 */
export async function announceAccess(db: Db, of: 'company' | 'organization', id: string): Promise<void> {
  await sql`select pg_notify(${STATUS_CHANNEL}, ${`${of}:${id}`})`.execute(db)
}
