import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SeenPosition, watchDatabasePosition } from '#server/database-position.ts'
import { noticeOtherDatabase, readDatabaseIdentity } from '#server/notice-other-database.ts'
import { type OpenDatabase, openDatabase } from '#server/storage/database.ts'
import { migrateAt } from '#server/storage/migrate-at.ts'
import type { Database } from '#server/storage/schema.ts'
import { getServerState, updateDatabaseIdentity } from '#server/storage/server-state.ts'
import { type StandbyPair, startStandbyPair } from '#tests/support/standby.ts'

let pair: StandbyPair
let leader: Client
let database: OpenDatabase
let seen: SeenPosition
let events: Record<string, unknown>[]
const folder = mkdtempSync(join(tmpdir(), 'risiti-leader-'))
const file = join(folder, 'database-position.json')
const log = (event: Record<string, unknown>) => void events.push(event)
const services = { clock: { now: () => Date.now() }, newId: randomUUID, log }

/** One process of the server, from its start to its stop. */
async function runProcess(db: Kysely<Database>): Promise<void> {
  const watching = await watchDatabasePosition(db, services, folder)
  await noticeOtherDatabase(db, services, await readDatabaseIdentity(db))
  await watching.stop()
}

beforeAll(async () => {
  events = []
  pair = await startStandbyPair()
  await migrateAt(pair.connectionString, () => undefined, randomUUID)
  const before = openDatabase({ connectionString: pair.connectionString, log, poolSize: 2 })
  await runProcess(before.db)
  await before.close()
  seen = JSON.parse(readFileSync(file, 'utf8')) as SeenPosition
  leader = new Client({ connectionString: pair.standbyConnectionString })
  await leader.connect()
  await leader.query('select pg_promote(true, 60)')
  database = openDatabase({ connectionString: pair.standbyConnectionString, log, poolSize: 2 })
}, 120_000)
afterAll(async () => {
  await database.close()
  await leader.end()
  await pair.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** What the process of a machine knew when the leader was lost, and what the database had stored. */
beforeEach(async () => {
  events = []
  await configure('')
  await updateDatabaseIdentity(database.db, seen.identity)
})

/** Which standbys a commit waits for: where there are none, it waits until this is empty again. */
async function configure(names: string): Promise<void> {
  await leader.query(`alter system set synchronous_standby_names = '${names}'`)
  await leader.query('select pg_reload_conf()')
  await expect.poll(() => shown('synchronous_standby_names')).toBe(names)
}

async function shown(setting: string): Promise<unknown> {
  return (await leader.query<{ shown: string }>(`select current_setting('${setting}') as shown`)).rows[0]
    ?.shown
}

/** Starts a process while commits wait for a standby, which comes when the first commit waits. */
async function runWithStandby(): Promise<void> {
  await configure('*')
  const running = runProcess(database.db)
  const waiting = "select 1 from pg_stat_activity where wait_event = 'SyncRep'"
  await expect.poll(async () => (await leader.query(waiting)).rowCount).toBe(1)
  await configure('')
  await running
}

const named = () => events.map(({ event }) => event)

test('a standby that has every answered commit takes over, and nothing is held, also at the next start (design D22)', async () => {
  const { epoch } = await getServerState(database.db)
  writeFileSync(file, JSON.stringify(seen))
  await runWithStandby()
  expect(await readDatabaseIdentity(database.db)).not.toBe(seen.identity)
  expect(named()).toEqual(['database-leader-changed'])
  await runProcess(database.db)
  expect((await getServerState(database.db)).epoch).toBe(epoch)
})

test('one that may lack the end holds all numbering at once: no commit waited for it, or what had ended is missing, also after another process accepted it (design D16)', async () => {
  writeFileSync(file, JSON.stringify(seen))
  const { epoch } = await getServerState(database.db)
  await runProcess(database.db)
  const first = await getServerState(database.db)
  expect(first.epoch).not.toBe(epoch)
  // Another process, which had seen less, accepted the new leader: its identity is stored.
  const further = { ...seen, epoch: first.epoch, ended: String(BigInt(seen.ended ?? 0) + 1_000_000n) }
  writeFileSync(file, JSON.stringify(further))
  await runWithStandby()
  expect((await getServerState(database.db)).epoch).not.toBe(first.epoch)
  expect(named()).toEqual(['another-database', 'another-database'])
})
