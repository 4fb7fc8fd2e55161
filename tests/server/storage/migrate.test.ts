import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '#server/storage/database.ts'
import { migrate } from '#server/storage/migrate.ts'
import { getServerState } from '#server/storage/server-state.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-cluster.ts'

let home: TestDatabase
let processes: OpenDatabase[]
beforeAll(async () => {
  home = await createTestDatabase()
  processes = Array.from({ length: 6 }, () =>
    openDatabase({ connectionString: home.connectionString, log: () => undefined, poolSize: 2 }),
  )
})
afterAll(async () => {
  for (const { close } of processes) await close()
  await home.close()
})

test('six processes that migrate an empty database at once do it once, and open one epoch', async () => {
  const [first] = processes
  if (!first) throw new Error('no process')
  await sql`drop schema public cascade`.execute(first.db)
  await sql`create schema public`.execute(first.db)
  const ran = await Promise.all(processes.map(({ db }) => migrate(db, randomUUID)))
  expect(ran.filter((names) => names.length > 0)).toHaveLength(1)
  expect(ran.flat()[0]).toBe('0001-first')
  const { epoch } = await getServerState(first.db)
  expect(await migrate(first.db, randomUUID)).toEqual([])
  expect((await getServerState(first.db)).epoch).toBe(epoch)
})
