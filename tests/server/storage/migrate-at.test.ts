import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFailureSentence } from '#server/start-failure.ts'
import { migrateAt } from '#server/storage/migrate-at.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-cluster.ts'

const LACKING = '2930-tokens-by-time'

let home: TestDatabase
let holder: Client
let events: Record<string, unknown>[]
const log = (event: Record<string, unknown>) => void events.push(event)

/** A database that lacks one migration, and another connection with a table that this one changes. */
beforeEach(async () => {
  events = []
  home = await createTestDatabase()
  holder = new Client({ connectionString: home.connectionString })
  await holder.connect()
  await holder.query('drop index refresh_tokens_end')
  await holder.query('delete from kysely_migration where name = $1', [LACKING])
  await holder.query('begin')
  await holder.query('lock table refresh_tokens in row exclusive mode')
})
afterEach(async () => {
  await holder.end()
  await home.close()
})

/** Another statement on the table that is to be changed, which waits for no lock; then whether the migration is noted. */
async function useTable(): Promise<boolean> {
  const other = new Client({ connectionString: home.connectionString })
  await other.connect()
  try {
    await other.query('begin')
    await other.query('lock table refresh_tokens in row exclusive mode nowait')
    return (await other.query('select from kysely_migration where name = $1', [LACKING])).rowCount === 1
  } finally {
    await other.end()
  }
}
const migrateWith = (wait: () => Promise<unknown>) =>
  migrateAt(home.connectionString, log, randomUUID, { lockLimitMs: 100, attempts: 3, pauseMs: 5_000, wait })

test('a table that a long query holds is asked for again, and others use it in between', async () => {
  const inBetween: boolean[] = []
  await migrateWith(async () => {
    inBetween.push(await useTable())
    if (inBetween.length === 2) await holder.query('rollback')
  })
  expect(inBetween).toEqual([false, false])
  expect(await useTable()).toBe(true)
  expect(events).toMatchObject([
    { event: 'migration-blocked', attempt: 1, attempts: 3 },
    { event: 'migration-blocked', attempt: 2, attempts: 3 },
  ])
})

test('a table that stays held ends the start, with one line that says what to do', async () => {
  const pauses: number[] = []
  const error = await migrateAt(home.connectionString, log, randomUUID, {
    lockLimitMs: 100,
    attempts: 3,
    pauseMs: 5_000,
    wait: async (ms) => pauses.push(ms),
  }).catch((thrown: unknown) => thrown)
  expect(pauses).toEqual([5_000, 5_000])
  expect(events).toHaveLength(3)
  const place = { dataDir: '/srv/risiti', ownDatabase: false, freeBytes: undefined }
  expect(startFailureSentence(error, place)).toMatch(
    /^The server did not start: Another program holds a table.*3 attempts.*then start again: nothing was changed/,
  )
  expect(await useTable()).toBe(false)
})

test('any other fault of a migration is not tried again', async () => {
  await holder.query('rollback')
  await holder.query('create index refresh_tokens_end on refresh_tokens (expires_at)')
  const wait = async () => {
    throw new Error('was tried again')
  }
  await expect(migrateWith(wait)).rejects.toMatchObject({ cause: { code: '42P07' } })
  expect(events).toEqual([])
})
