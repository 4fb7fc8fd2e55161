import { type Kysely, sql } from 'kysely'
import type { Instant } from '#domain/calendar/east-africa.ts'
import { inTransaction } from '../in-transaction.ts'
import { parseInteger } from '../row-values.ts'
import type { Database, Db } from '../schema.ts'

/** Tables whose rows are in one partition for each month, by `at` in UTC; `…_rest` has those of months that have none. */
export const MONTHLY_TABLES = ['audit', 'delivery_log'] as const
export type MonthlyTable = (typeof MONTHLY_TABLES)[number]

/** Processes that make or drop partitions wait for each other. */
const LOCK = 20_830
/** A reader that never ends must not make all others wait behind this one; the next hour tries again. */
const LOCK_TIMEOUT_MS = 2_000

type Partition = { readonly name: string; readonly upTo: Instant }

/** The partitions of a table with the end of each, oldest first; the rest is none of them. */
export async function listPartitions(db: Db, table: MonthlyTable): Promise<Partition[]> {
  const { rows } = await sql<{ name: string; up_to: Instant }>`
    select name, to_char(up_to at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as up_to from (
      select part.relname as name,
        (regexp_match(pg_get_expr(part.relpartbound, part.oid), $$TO \\('([^']+)'\\)$$))[1]::timestamptz as up_to
      from pg_inherits join pg_class part on part.oid = inhrelid where inhparent = ${table}::regclass
    ) as parts where up_to is not null order by up_to
  `.execute(db)
  return rows.map((row) => ({ name: row.name, upTo: row.up_to }))
}

/**
 * Makes the partitions of a table that are missing up to a moment, one after the other, each with what the rest holds of its
 * month. Returns the names of those made.
 */
export async function makePartitions(
  db: Kysely<Database>,
  table: MonthlyTable,
  upTo: Instant,
): Promise<string[]> {
  const made: string[] = []
  for (;;) {
    const name = await inTransaction(db, async (tx) => {
      await lockPartitions(tx)
      const from = (await listPartitions(tx, table)).at(-1)?.upTo
      return from === undefined || from >= upTo ? undefined : await makeMonth(tx, table, from)
    })
    if (name === undefined) return made
    made.push(name)
  }
}

async function makeMonth(tx: Db, table: MonthlyTable, from: Instant): Promise<string> {
  const name = `${table}_${from.slice(0, 7).replace('-', '_')}`
  const { rows } = await sql<{ to: string }>`
    select to_char((${from}::timestamptz at time zone 'UTC') + interval '1 month', 'YYYY-MM-DD"T00:00:00Z"') as to
  `.execute(tx)
  const to = rows[0]?.to ?? ''
  const [part, rest] = [sql.table(name), sql.table(`${table}_rest`)]
  await sql`create table ${part} (like ${sql.table(table)} including defaults)`.execute(tx)
  await sql`
    with moved as (delete from ${rest} where at >= ${from} and at < ${to} returning *)
    insert into ${part} select * from moved
  `.execute(tx)
  await sql`
    alter table ${sql.table(table)} attach partition ${part} for values from (${sql.lit(from)}) to (${sql.lit(to)})
  `.execute(tx)
  return name
}

/** Drops the partitions of a table that end before a moment. Returns the names of those dropped. */
export async function dropPartitions(
  db: Kysely<Database>,
  table: MonthlyTable,
  before: Instant,
): Promise<string[]> {
  return await inTransaction(db, async (tx) => {
    await lockPartitions(tx)
    const old = (await listPartitions(tx, table)).filter(({ upTo }) => upTo <= before)
    for (const { name } of old) await sql`drop table ${sql.table(name)}`.execute(tx)
    return old.map(({ name }) => name)
  })
}

/** The time by the clock of the database's machine. */
export async function readDatabaseClock(db: Db): Promise<Instant> {
  const { rows } = await sql<{ now: Instant }>`
    select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now
  `.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the database did not say its time')
  return row.now
}

/** How many rows of a table are in no month: none, unless the job that makes them did not run. */
export async function countRest(db: Db, table: MonthlyTable): Promise<number> {
  const { rows } = await sql<{ rows: string }>`
    select count(*) as rows from ${sql.table(`${table}_rest`)}
  `.execute(db)
  return parseInteger(rows[0]?.rows ?? '0')
}

async function lockPartitions(tx: Db): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${LOCK_TIMEOUT_MS}ms`}, true)`.execute(tx)
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
}
