import { Kysely, PostgresDialect } from 'kysely'
import { Pool, TypeOverrides } from 'pg'
import type { Log } from '../ports/system.ts'
import { connectionLimits } from './connection-limits.ts'
import { UselessConnections } from './discard-connections.ts'
import { PreparedStatements } from './prepared-statements.ts'
import type { Database } from './schema.ts'

export type OpenDatabase = {
  readonly db: Kysely<Database>
  /** The same connections, for libraries that bring their own SQL. */
  readonly pool: Pool
  readonly close: () => Promise<void>
}

const TIMESTAMPTZ = 1184

/**
 * Parses PostgreSQL's text form of values: moments become ISO text in UTC with milliseconds; `bigint` and
 * `numeric` stay text, since a number could not hold them all.
 */
const typeParsers = new TypeOverrides()
typeParsers.setTypeParser(TIMESTAMPTZ, (text: string) => new Date(text).toISOString())

/** Far longer than our longest pause inside a transaction. */
const MAX_IDLE_TRANSACTION_MS = 10_000

/**
 * Opens a pool of connections. Connecting happens with the first query. `queryLimitMs` is the longest that one statement may
 * take, 0 for work that takes as long as it needs, such as a migration; `lockLimitMs` the longest that one may wait for a lock.
 */
export function openDatabase(options: {
  connectionString: string
  log: Log
  poolSize?: number
  queryLimitMs?: number
  lockLimitMs?: number
}): OpenDatabase {
  const pool = new Pool({
    connectionString: options.connectionString,
    max: options.poolSize ?? 10,
    ...connectionLimits(options.queryLimitMs),
    ...(options.lockLimitMs !== undefined && { lock_timeout: options.lockLimitMs }),
    // A stalled process (a frozen machine, a cut network) must not keep the locks of its transaction: they would
    // block the numbering of a company in every other process.
    idle_in_transaction_session_timeout: MAX_IDLE_TRANSACTION_MS,
    application_name: 'risiti',
    types: typeParsers,
  })
  // Without a listener a database that stops would end this process.
  pool.on('error', (error) => options.log({ event: 'database-connection-lost', message: error.message }))
  const statements = new PreparedStatements()
  const useless = new UselessConnections()
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    statements.attach(client, (error) => useless.note(client, error))
  })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: useless.discardFrom(pool) }) })
  return { db, pool, close: () => db.destroy() }
}
