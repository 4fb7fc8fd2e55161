import 'fake-indexeddb/auto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listUnsent } from '#data/outbox-entries.ts'
import { expectAllConsistent, phone, sell, shop, sold, testBed } from './shop-fixture.ts'

const DAY = 86_400_000

/** Has the database fail at the `nth` row that a push writes into a table, `times` in a row. */
async function failAt(
  table: string,
  action: string,
  nth: number,
  times: number,
): Promise<() => Promise<void>> {
  const { db } = testBed.backend.server.services
  const body = `
    declare n bigint := nextval('trouble');
    begin
      if n >= ${nth} and n < ${nth + times} then ${action}; end if;
      return new;
    end`
  await sql`create sequence trouble`.execute(db)
  await sql`create function trouble() returns trigger language plpgsql as ${sql.lit(body)}`.execute(db)
  await sql`create trigger trouble before insert or update on ${sql.table(table)} for each row execute function trouble()`.execute(
    db,
  )
  return async () => {
    await sql`drop trigger trouble on ${sql.table(table)}`.execute(db)
    await sql`drop function trouble`.execute(db)
    await sql`drop sequence trouble`.execute(db)
  }
}

/** The tables a submission writes, in the order in which it does. */
const WRITTEN = [
  'operations',
  'fiscal_identities',
  'receipts',
  'invoices',
  'aggregates',
  'companies',
  'changes',
]

const TROUBLES = [
  { name: 'refuses to serialize', action: `raise exception 'busy' using errcode = '40001'`, times: 2 },
  {
    name: 'finds a deadlock, again and again',
    action: `raise exception 'stuck' using errcode = '40P01'`,
    times: 6,
  },
  { name: 'loses its connection', action: 'perform pg_terminate_backend(pg_backend_pid())', times: 1 },
]

for (const { name, action, times } of TROUBLES) {
  test(`when the database ${name} at any table that a push writes, each invoice is issued once (I-3)`, async () => {
    for (const table of WRITTEN) {
      await sell(phone, 1)
      await sell(phone, 2)
      const restore = await failAt(table, action, 2, times)
      await phone.syncUntilIdle()
      await restore()
    }
    await expectAllConsistent(phone)
  })
}

const SERVER_WIDE = [
  { name: 'its disk is full', action: `raise exception 'no space' using errcode = '53100'` },
  { name: 'its database takes no writes', action: `raise exception 'read only' using errcode = '25006'` },
  { name: 'every operation meets a defect', action: `raise exception 'defect' using errcode = 'XX000'` },
]

for (const { name, action } of SERVER_WIDE) {
  test(`a server away because ${name} is no sale's refusal: each goes out by itself when it is back (I-3, I-12)`, async () => {
    testBed.backend.clock.advance(60_000)
    const ids = [await sell(), await sell(), await sell(), await sell()]
    const restore = await failAt('invoices', action, 0, 1_000_000)
    for (let attempt = 0; attempt < 30; attempt += 1) {
      await phone.sync('timer')
      testBed.backend.clock.advance(6 * 60_000)
    }
    await restore()
    const waiting = await listUnsent(phone.account.db)
    expect(waiting.map(({ state, aloneErrors }) => [state, aloneErrors])).toEqual(
      ids.map(() => ['queued', 0]),
    )
    await expectAllConsistent(phone)
    for (const id of ids) expect((await phone.invoice(id)).receipt).not.toBeNull()
  })
}

test('phones with a clock 400 days ahead, a clock in 1970 and a clock that jumps sell as usual (F1, F2, F3)', async () => {
  const ahead = await testBed.phone(shop, { skewMs: 400 * DAY })
  const ancient = await testBed.phone(shop, { skewMs: -testBed.backend.clock.now() })
  const jumping = await testBed.phone(shop)
  const phones = [ahead, ancient, jumping]
  for (const by of phones) await sell(by)
  testBed.proxy.inject(/\/sync\/push/, { kind: 'refuse' }, 4)
  for (const by of phones) await by.sync('timer')
  jumping.skewMs = 30 * DAY
  await jumping.sync('timer')
  jumping.skewMs = -30 * DAY
  await sell(jumping)
  await expectAllConsistent(...phones)
  const receipts = await Promise.all(sold.slice(-4).map(async (id) => (await ahead.invoice(id)).receipt))
  const now = testBed.backend.clock.now()
  for (const receipt of receipts)
    expect(now - Date.parse(receipt?.issuedAt ?? '')).toBeLessThan(3 * 3_600_000)
})

test('when the clock of the server steps back an hour, nothing is issued before what was, and then all of it (F4)', async () => {
  await sell()
  await phone.syncUntilIdle()
  testBed.backend.clock.advance(-3_600_000)
  const id = await sell()
  await phone.sync('online')
  expect((await phone.invoice(id)).receipt).toBeNull()
  await expectAllConsistent(phone)
})

test('when midnight in East Africa passes in the middle of sending, each day is counted by itself (F5)', async () => {
  const now = testBed.backend.clock.now()
  const midnight = Math.ceil((now + 3 * 3_600_000) / DAY) * DAY - 3 * 3_600_000
  testBed.backend.clock.advance(midnight - now - 2_000)
  for (let n = 0; n < 4; n += 1) {
    await sell()
    await phone.sync('enqueued')
    testBed.backend.clock.advance(1_000)
  }
  await expectAllConsistent(phone)
  const receipts = await Promise.all(sold.slice(-4).map(async (id) => (await phone.invoice(id)).receipt))
  expect(new Set(receipts.map((receipt) => receipt?.znum)).size).toBe(2)
  expect(receipts.at(-1)?.dc).toBeLessThan(4)
})

test('a person who is disabled in the middle stops sending with the reason, and all of it goes when enabled again (B6)', async () => {
  const { db } = testBed.backend.server.services
  await sell()
  // The database notifies the processes within a moment.
  const set = async (status: 'active' | 'inactive') => {
    await db.updateTable('users').set({ status }).where('id', '=', phone.account.userId).execute()
    const asked = async () => (await phone.deps.call('session.read', {})).kind
    await expect.poll(asked).toBe(status === 'active' ? 'answered' : 'refused')
  }
  await set('inactive')
  const { dueInMs } = await phone.sync('person')
  expect(await phone.unsent()).toMatchObject([{ state: 'queued', last: { code: 'USER_DISABLED' } }])
  expect(dueInMs).toBeGreaterThan(60_000)
  await set('active')
  await expectAllConsistent(phone)
})
