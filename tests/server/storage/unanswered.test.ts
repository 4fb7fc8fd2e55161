import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '#server/storage/database.ts'
import { inTransaction } from '#server/storage/in-transaction.ts'
import { migrate } from '#server/storage/migrate.ts'
import { isDatabaseUnavailable, isServerFault } from '#server/storage/sql-errors.ts'
import { type MuteProxy, startMuteProxy } from '#tests/support/mute-proxy.ts'
import { startStandbyPair } from '#tests/support/standby.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-cluster.ts'

const log = () => undefined
const thrownBy = async (work: Promise<unknown>): Promise<unknown> =>
  await work.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a database behind a cut cable', () => {
  let home: TestDatabase
  let cable: MuteProxy
  let database: OpenDatabase
  beforeEach(async () => {
    home = await createTestDatabase()
    const url = new URL(home.connectionString)
    cable = await startMuteProxy(Number(url.port))
    url.host = `127.0.0.1:${cable.port}`
    // What a statement takes on a machine at its limit must stay below it.
    database = openDatabase({ connectionString: url.href, log, poolSize: 1, queryLimitMs: 3_000 })
  })
  afterEach(async () => {
    await database.close()
    await cable.stop()
    await home.close()
  })
  const touch = () => inTransaction(database.db, (tx) => sql`update server_state set id = id`.execute(tx))

  test('counts as away when the time is up, and its connection serves no other statement', async () => {
    await touch()
    const error = await thrownBy(
      inTransaction(database.db, async (tx) => {
        await sql`update server_state set id = id`.execute(tx)
        cable.mute()
        await sql`select 1`.execute(tx)
      }),
    )
    expect([isDatabaseUnavailable(error), isServerFault(error)]).toEqual([true, true])
    // Neither the rollback nor the next statement waits on it.
    expect(database.pool.totalCount).toBe(0)
    cable.unmute()
    await touch()
  })

  test('a connection that lay idle meanwhile is given up as well', async () => {
    await touch()
    cable.mute()
    expect(isDatabaseUnavailable(await thrownBy(touch()))).toBe(true)
    cable.unmute()
    await touch()
  })

  test('one slow statement is ended by the server: an error of its own, on a connection that stays', async () => {
    const pid = async () =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db)).rows
    const before = await pid()
    const error = await thrownBy(sql`select pg_sleep(10)`.execute(database.db))
    expect(error).toMatchObject({ code: '57014' })
    expect(isServerFault(error)).toBe(false)
    expect(await pid()).toEqual(before)
  })
})

test('work that takes as long as it needs, such as a migration, has no limit', async () => {
  const home = await createTestDatabase()
  const database = openDatabase({
    connectionString: home.connectionString,
    log,
    poolSize: 1,
    queryLimitMs: 0,
  })
  const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(
    database.db,
  )
  expect(rows).toEqual([{ limit: '0' }])
  await database.close()
  await home.close()
})

test('a commit that the synchronous standby never confirms is an error in time, never taken for done', async () => {
  const pair = await startStandbyPair()
  const observer = openDatabase({ connectionString: pair.connectionString, log, poolSize: 1 })
  const database = openDatabase({
    connectionString: pair.connectionString,
    log,
    poolSize: 1,
    queryLimitMs: 1_000,
  })
  try {
    await migrate(observer.db, randomUUID)
    await pair.stopStandby()
    const error = await thrownBy(
      inTransaction(database.db, (tx) =>
        tx
          .updateTable('server_state')
          .set({ epoch: randomUUID(), demo_seeded_at: new Date().toISOString() })
          .execute(),
      ),
    )
    expect(isDatabaseUnavailable(error)).toBe(true)
    const { rows } = await sql<{ waits: number; seen: boolean }>`
      select (select count(*)::int from pg_stat_activity where wait_event = 'SyncRep') as waits,
        (select demo_seeded_at is not null from server_state) as seen`.execute(observer.db)
    // The server still waits for the standby, and shows it to no one before.
    expect(rows).toEqual([{ waits: 1, seen: false }])
  } finally {
    await database.close()
    await observer.close()
    await pair.stop()
  }
})
