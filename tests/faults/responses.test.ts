import 'fake-indexeddb/auto'
import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { saveCustomer } from '#commands/catalogue.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import { refreshIdentityStatus } from '#server/services/fiscal/identity-status.ts'
import { applyPage } from '#sync/inbox/apply-page.ts'
import { runSync } from '#sync/run-sync.ts'
import { unwrap } from '../sync/shop.ts'
import type { RealPhone } from './real-phone.ts'
import { codesOf, expectAllConsistent, other, phone, sell, shop, testBed } from './shop-fixture.ts'
import { PUSH, problem } from './test-bed.ts'

/** A bound for a busy machine; nothing waits for it when things go well. */
const WAIT = { timeout: 20_000 }
const PULL = /\/sync\/pull/
const REFRESH = /\/token\/refresh/

test('409 while the first sending is under way costs a moment and no second receipt (B8)', async () => {
  await sell()
  const [before] = await phone.unsent()
  const met = testBed.proxy.inject(PUSH, { kind: 'answer', ...problem(409, 'UNAVAILABLE') }, 2)
  await phone.sync('enqueued')
  expect(await phone.unsent()).toMatchObject([{ opId: before?.opId, state: 'queued', attempts: 0 }])
  await phone.syncUntilIdle()
  expect(met.hits()).toBe(2)
  await expectAllConsistent(phone)
})

test('one key with another body stays with its reason, and what it was first is issued once (B9)', async () => {
  await sell()
  testBed.proxy.inject(PUSH, { kind: 'lose-answer' })
  await phone.sync('enqueued')
  const [entry] = await phone.unsent()
  if (!entry) throw new Error('nothing is queued')
  const body = entry.body.replace('"Sukari"', '"Chumvi"')
  expect(body).not.toBe(entry.body)
  const bodyHash = createHash('sha256').update(body).digest('hex')
  await phone.account.db.outbox.update(entry.seq, { body, bodyHash })
  await phone.sync('person')
  expect(await phone.unsent()).toMatchObject([
    { opId: entry.opId, state: 'attention', last: { code: 'OPERATION_REUSED' } },
  ])
  await expectAllConsistent(phone)
})

test('one sale of many that the server refuses holds no other up and takes no number (B10)', async () => {
  const already = (await phone.unsent()).length
  for (let n = 1; n <= 4; n += 1) {
    await sell()
    if (n === 2) await phone.sell(randomUUID())
  }
  await phone.syncUntilIdle()
  expect((await codesOf(phone)).slice(already)).toEqual([['attention', 'INVOICE_PRODUCT_UNKNOWN']])
  await expectAllConsistent(phone)
})

/** Results that no server of ours gives, made for the operations of a push. */
const UNTRUE: readonly ((op: { readonly opId: string; readonly bodyHash: string }) => unknown)[] = [
  () => null,
  ({ opId, bodyHash }) => ({ state: 'done', opId, bodyHash, changeId: '7', change: null }),
  ({ opId, bodyHash }) => ({ state: 'done', opId, bodyHash, changeId: -7, change: null }),
  ({ opId }) => ({ state: 'done', opId, bodyHash: 'f'.repeat(64), changeId: 7, change: null }),
  ({ opId, bodyHash }) => ({ state: 'done', opId, bodyHash, changeId: 7, change: null }),
]

test('results that cannot be true leave the outcome open, and the same bytes go again (B14)', async () => {
  await sell()
  const queued = async () => (await phone.unsent()).filter(({ state }) => state === 'queued')
  for (const untrue of UNTRUE) {
    const met = testBed.proxy.inject(PUSH, {
      kind: 'reply',
      reply: (text) => {
        const { nonce, ops } = JSON.parse(text) as {
          nonce: string
          ops: { opId: string; bodyHash: string }[]
        }
        const serverTime = new Date(testBed.backend.clock.now()).toISOString()
        const answer = { proto: 1, nonce, serverTime, contiguousDeviceSeq: 0, results: ops.map(untrue) }
        const headers = { 'content-type': 'application/json' }
        return { status: 200, headers, body: JSON.stringify(answer) }
      },
    })
    await phone.sync('person')
    expect(met.hits()).toBe(1)
    expect(await queued()).toMatchObject([{ attempts: 0 }])
  }
  await expectAllConsistent(phone)
})

test('a blocked company waits, still fetches, and sends again when the block is lifted (B7)', async () => {
  const { backend: market } = testBed
  const device = `devices/${shop.identity.certKey}`
  await sell()
  await phone.sync('enqueued')
  await market.controlSimulator('POST', `${device}/block`, { message: 'Madeni' })
  await testBed.deliver(shop)
  await sell()
  await phone.sync('enqueued')
  expect((await codesOf(phone)).at(-1)).toEqual(['queued', 'COMPANY_BLOCKED_BY_TRA'])
  expect((await findMeta(phone.account.db, 'session'))?.company?.blockedByTra).toBe(true)
  await market.controlSimulator('POST', `${device}/unblock`, {})
  await market.delivery.tokenStoreOf(shop.identity.id).delete()
  await refreshIdentityStatus(market.delivery, shop.identity)
  await expectAllConsistent(phone)
})

test('"issued" that comes before the answer of the push stays, with any later answer (J7)', async () => {
  const id = await sell()
  const { promise: release, resolve } = Promise.withResolvers<void>()
  const met = testBed.proxy.inject(PUSH, { kind: 'hold-answer', release })
  const slow = phone.sync('enqueued')
  await expect.poll(met.hits, WAIT).toBe(1)
  await expect
    .poll(async () => {
      await runSync(phone.account, phone.another(), 'person')
      return (await phone.invoice(id)).status
    }, WAIT)
    .not.toBe('draft')
  const before = await phone.invoice(id)
  resolve()
  await slow
  expect((await phone.invoice(id)).receipt).toEqual(before.receipt)
  await expectAllConsistent(phone)
})

test('a page of the feed that a dying app applied half comes again whole (J1)', async () => {
  for (let n = 0; n < 3; n += 1) await sell()
  await phone.syncUntilIdle()
  const { db } = other.account
  const before = await findMeta(db, 'cursor')
  other.hooks['pull:page'] = () => {
    throw new Error('killed before')
  }
  await expect(other.sync('online')).rejects.toThrow('killed before')
  other.hooks = {}
  db.invoices.bulkPut = () => {
    throw new Error('killed in the middle')
  }
  await expect(other.sync('online')).rejects.toThrow('killed in the middle')
  await other.restart()
  expect(await findMeta(other.account.db, 'cursor')).toEqual(before)
  await expectAllConsistent(phone, other)
})

test('pages that come twice, out of order and from an old cache end the same (J2, J6)', async () => {
  const asked = async (cursor?: string) => {
    const answer = await phone.deps.call('sync.pull', {
      nonce: randomUUID(),
      limit: '2',
      ...(cursor === undefined ? {} : { cursor }),
    })
    if (answer.kind !== 'answered') throw new Error(answer.kind)
    return answer.value
  }
  const begin = (await findMeta(phone.account.db, 'cursor')) ?? undefined
  await sell()
  await phone.sync('enqueued')
  // Before the authority has it, and after.
  const early = await asked(begin)
  await testBed.deliver(shop)
  const [late, first] = [await asked(begin), await asked()]
  const second = await asked(first.next)
  for (const by of [phone, other]) {
    for (const page of [late, early, second, first, first, second]) {
      await applyPage(by.account, page, testBed.backend.clock.now())
    }
  }
  const cached = { kind: 'answer', status: 200, headers: { 'content-type': 'application/json' } } as const
  const met = testBed.proxy.inject(PULL, { ...cached, body: JSON.stringify(first) }, 3)
  await phone.sync('person')
  expect(met.hits()).toBeGreaterThan(0)
  met.end()
  await expectAllConsistent(phone, other)
})

test('a phone whose cursor the server does not know starts over and loses no unsent work (J4)', async () => {
  await sell(other)
  await upsertMeta(other.account.db, 'cursor', `${randomUUID()}:1`)
  await expectAllConsistent(phone, other)
})

/** Number of a lock that the database's own triggers wait for, as long as a test holds it. */
const PAUSE = 77

/**
 * Pauses the transaction that writes a certain row into a table for as long as `during` takes. `waiting`
 * returns how many transactions wait, this one included.
 */
async function whileStopped(
  [table, column, id]: readonly [string, string, string],
  during: (waiting: () => Promise<number>) => Promise<void>,
): Promise<void> {
  const { db } = testBed.backend.server.services
  const body = `begin if new.${column} = '${id}' then perform pg_advisory_xact_lock(${PAUSE}); end if; return new; end`
  await sql`create function pause() returns trigger language plpgsql as ${sql.lit(body)}`.execute(db)
  await sql`create trigger pause before insert or update on ${sql.table(table)} for each row execute function pause()`.execute(
    db,
  )
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(PAUSE)})`.execute(tx)
    await during(async () => {
      const { rows } = await sql`
        select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return rows.length
    })
  })
  await sql`drop trigger pause on ${sql.table(table)}`.execute(db)
  await sql`drop function pause`.execute(db)
}

async function writeDown(by: RealPhone, name: string): Promise<string> {
  const noNumber = { identificationType: 'NO_IDENTIFICATION' as const, identificationNumber: '' }
  const form = { name, ...noNumber, phone: '', email: '', vatRegistrationNumber: '' }
  return unwrap(await saveCustomer(by.account, by.commands, { form })).id
}

test('a sale that the database is slow to commit is behind no cursor given out meanwhile: every phone has it (J3)', async () => {
  const watcher = await testBed.phone(shop)
  const cursorNow = () => findMeta(watcher.account.db, 'cursor')
  // Pauses the slow sale first before it has its place in the feed, while others overtake it; then after it
  // has one that is not yet visible.
  for (const [table, column, isPassed] of [
    ['receipts', 'invoice_id', true],
    ['changes', 'row_id', false],
  ] as const) {
    await watcher.sync('person')
    const before = await cursorNow()
    const slow = await sell()
    let quick = ''
    let others: Promise<unknown>[] = []
    await whileStopped([table, column, slow], async (waiting) => {
      others = [phone.sync('online')]
      await expect.poll(waiting, WAIT).toBe(1)
      // What is quick begins later: it gets through, or it waits behind the slow one.
      quick = await writeDown(other, `Mteja wa ${table}`)
      let isThrough = false
      others.push(
        other.sync('online').then(() => {
          isThrough = true
        }),
      )
      await expect.poll(async () => isThrough || (await waiting()) === 2, WAIT).toBe(true)
      await watcher.sync('person')
      expect(await waiting()).toBeGreaterThan(0)
      expect(await watcher.account.db.invoices.get(slow)).toBeUndefined()
      if (isPassed) expect(await cursorNow()).not.toBe(before)
    })
    await Promise.all(others)
    // Before the authority's answer about it would bring it a second time.
    await watcher.sync('person')
    expect((await watcher.invoice(slow)).receipt?.gc).toBeGreaterThan(0)
    await expectAllConsistent(phone, other, watcher)
    expect(await watcher.account.db.customers.get(quick)).toMatchObject({ name: `Mteja wa ${table}` })
  }
})

test('of what a cache on the way gives of another tenant nothing is kept, not tokens, not records; and it is asked again (A18)', async () => {
  const neighbour = await testBed.openShop()
  const theirs = await testBed.phone(neighbour)
  const recorded = new Map<string, string>()
  const answersOf = (path: RegExp) =>
    testBed.proxy.inject(
      path,
      {
        kind: 'alter',
        alter: (text) => {
          if (!recorded.has(path.source)) recorded.set(path.source, text)
          return text
        },
      },
      Number.POSITIVE_INFINITY,
    )
  const watched = [answersOf(REFRESH), answersOf(PULL)]
  await theirs.sell(neighbour.productId)
  testBed.backend.clock.advance(15 * 60_000)
  await theirs.sync('person')
  for (const { end } of watched) end()
  expect(recorded.size).toBe(2)

  const tokens = await findMeta(phone.account.db, 'tokens')
  const cached = (path: RegExp) =>
    testBed.proxy.inject(path, {
      kind: 'answer',
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: recorded.get(path.source) ?? '',
    })
  const refreshed = cached(REFRESH)
  await sell()
  await phone.sync('person')
  expect(refreshed.hits()).toBe(1)
  expect(await findMeta(phone.account.db, 'tokens')).toEqual(tokens)
  const pulled = cached(PULL)
  await phone.syncUntilIdle()
  expect(pulled.hits()).toBe(1)
  const companies = new Set((await phone.account.db.invoices.toArray()).map(({ companyId }) => companyId))
  expect([...companies]).toEqual([shop.companyId])
  await expectAllConsistent(phone)
})

test('a renewal whose answer is lost before a week offline is no theft: session, grant and queue continue (B15)', async () => {
  const id = await sell()
  testBed.backend.clock.advance(15 * 60_000)
  const lost = testBed.proxy.inject(REFRESH, { kind: 'lose-answer' })
  await phone.sync('person')
  expect(lost.hits()).toBe(1)
  testBed.proxy.cut()
  testBed.backend.clock.advance(7 * 86_400_000)
  await phone.sync('timer')
  testBed.proxy.heal()
  await phone.syncUntilIdle()
  expect(await findMeta(phone.account.db, 'tokens')).toBeDefined()
  expect(await findMeta(phone.account.db, 'grant')).toBeDefined()
  expect((await phone.unsent()).map(({ lane }) => lane)).not.toContain(`inv:${id}`)
  await expectAllConsistent(phone)
})
