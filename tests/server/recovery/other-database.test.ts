import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noticeOtherDatabase, readDatabaseIdentity } from '#server/notice-other-database.ts'
import { getServerState } from '#server/storage/server-state.ts'
import { createShop, type Shop, startTestBackend, type TestBackend } from '../../support/test-backend.ts'

let backend: TestBackend
let shop: Shop
beforeAll(async () => {
  backend = await startTestBackend()
  shop = await createShop(backend)
})
afterAll(() => backend.close())

const notice = (identity: string | undefined) => {
  const { db, clock, log } = backend.server.services
  return noticeOtherDatabase(db, { clock, newId: randomUUID, log }, identity)
}
const stateOfNumbering = async () =>
  (
    await backend.server.services.db
      .selectFrom('fiscal_identities')
      .select('state')
      .where('id', '=', shop.identity.id)
      .executeTakeFirstOrThrow()
  ).state

test('the same database, and one that does not say which it is, change nothing (design D16)', async () => {
  const { db } = backend.server.services
  const own = await readDatabaseIdentity(db)
  expect(own).toMatch(/^\d+\/\d+$/)
  const { epoch } = await getServerState(db)
  expect([await notice(own), await notice(undefined)]).toEqual([false, false])
  expect((await getServerState(db)).epoch).toBe(epoch)
  expect(await stateOfNumbering()).toBe('active')
})

test('another database, or another timeline of it, holds all numbering with an alarm, once (design D16)', async () => {
  const { db } = backend.server.services
  const own = (await readDatabaseIdentity(db)) ?? ''
  const { epoch } = await getServerState(db)
  const noticed = await Promise.all([notice(`${own}1`), notice(`${own}1`), notice(`${own}1`)])
  expect(noticed.filter(Boolean)).toHaveLength(1)
  expect((await getServerState(db)).epoch).not.toBe(epoch)
  expect(await stateOfNumbering()).toBe('held')
  const alarms = backend.server.events.filter(({ event }) => event === 'another-database')
  expect(alarms).toMatchObject([{ alert: true, held: 1 }])
  expect(await notice(`${own}1`)).toBe(false)
})
