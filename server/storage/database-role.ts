import { sql } from 'kysely'
import type { Db } from './schema.ts'
import { isReadOnly } from './sql-errors.ts'

/** What the database server is, and whether it takes what we write. */
export type DatabaseRole = { readonly role: 'primary' | 'standby'; readonly takesWrites: boolean }

/**
 * Asks the database by a write that changes no row. A connection to a server that refuses it is discarded like any other.
 * Throws while the database is away.
 */
export async function readDatabaseRole(db: Db): Promise<DatabaseRole> {
  try {
    await sql`update server_state set id = id where false`.execute(db)
    return { role: 'primary', takesWrites: true }
  } catch (error) {
    if (!isReadOnly(error)) throw error
    const { rows } = await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(db)
    return { role: rows[0]?.standby === true ? 'standby' : 'primary', takesWrites: false }
  }
}
