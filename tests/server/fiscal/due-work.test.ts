import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { deliver } from '#server/services/fiscal/deliver.ts'
import { resumeIdentity } from '#server/services/fiscal/resume-identity.ts'
import { findForgottenWork, settleDueWork } from '#server/services/fiscal/settle-due-work.ts'
import { bringForward, takeDueIdentities } from '#server/storage/fiscal/due-work.ts'
import { testClock } from '#tests/support/start-test-server.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  type Shop,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'
import { watchSql } from '../security-suite/watch-sql.ts'

let backend: TestBackend
let shop: Shop

beforeAll(async () => {
  backend = await startTestBackend(testClock('2026-11-21T10:00:00.000Z'))
})
afterAll(async () => await backend.close())
beforeEach(async () => {
  await backend.controlSimulator('DELETE', 'faults')
  await db().deleteFrom('fiscal_due').execute()
  shop = await createShop(backend)
})

const db = () => backend.server.services.db
const now = () => toInstant(backend.clock.now())
const inMs = (ms: number) => toInstant(backend.clock.now() + ms)
const sell = () => shop.phone.pushOne('invoice.submit', invoiceInput(aSale(shop.productId)))
const send = () => deliver(backend.delivery, shop.identity)
const take = (work: 'send' | 'close') => takeDueIdentities(db(), work, now(), inMs(10_000), 10)

async function due() {
  return await db()
    .selectFrom('fiscal_due')
    .select(['send_at', 'close_at'])
    .where('identity_id', '=', shop.identity.id)
    .executeTakeFirstOrThrow()
}

test('a sale is due at once, nothing is after it was delivered, and the day at 00:05 in East Africa', async () => {
  await sell()
  expect((await due()).send_at).toBe(now())
  expect(await send()).toBe('idle')
  expect(await due()).toEqual({ send_at: null, close_at: '2026-11-21T21:05:00.000Z' })
  expect(await take('send')).toEqual([])
  expect(await take('close')).toEqual([])
})

test('a new device has nothing to do before its first day can be closed', async () => {
  expect(await due()).toEqual({ send_at: null, close_at: '2026-11-21T21:05:00.000Z' })
})

test('a receipt that waits is due when its pause is over; a person who resumes ends the pause', async () => {
  await backend.controlSimulator('POST', 'faults', {
    certkey: shop.identity.certKey,
    kind: 'drop-before',
    calls: ['receipt'],
    times: 1,
  })
  await sell()
  expect(await send()).toBe('waiting')
  const { next_attempt_at: next } = await db()
    .selectFrom('receipts')
    .select('next_attempt_at')
    .where('identity_id', '=', shop.identity.id)
    .executeTakeFirstOrThrow()
  expect((await due()).send_at).toBe(next)
  expect(await take('send')).toEqual([])
  const identity = { ...shop.identity, state: 'stopped' as const }
  await db()
    .updateTable('fiscal_identities')
    .set({ state: 'stopped' })
    .where('id', '=', identity.id)
    .execute()
  await resumeIdentity(backend.delivery, identity, {
    userId: shop.phone.userId,
    deviceId: null,
    organizationId: null,
  })
  expect((await due()).send_at).toBe(now())
})

test('what a search took is taken by no other one, and is found again when its work was lost', async () => {
  await sell()
  const taken = await Promise.all([take('send'), take('send')])
  expect(taken.flat()).toEqual([shop.identity.id])
  backend.clock.advance(10_000)
  expect(await take('send')).toEqual([shop.identity.id])
})

test('a sale that commits while a delivery ends stays due', async () => {
  await sell()
  await send()
  const committing = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const sale = db()
    .transaction()
    .execute(async (tx) => {
      await tx
        .updateTable('receipts')
        .set({ delivery: 'numbered', next_attempt_at: null })
        .where('identity_id', '=', shop.identity.id)
        .execute()
      await bringForward(tx, { companyId: shop.companyId }, shop.identity.id, 'send', now())
      written.resolve()
      await committing.promise
    })
  await written.promise
  const settled = settleDueWork(backend.server.services, shop.identity, 'idle')
  await expect
    .poll(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db())
      return rows.length
    })
    .toBe(1)
  committing.resolve()
  await Promise.all([sale, settled])
  expect((await due()).send_at).toBe(now())
})

test('work that nothing says is due is found, once', async () => {
  await sell()
  await db().updateTable('fiscal_due').set({ send_at: null }).execute()
  expect(await take('send')).toEqual([])
  expect(await findForgottenWork(backend.server.services)).toBeGreaterThan(0)
  expect(await take('send')).toContain(shop.identity.id)
  await send()
  expect(await findForgottenWork(backend.server.services)).toBe(0)
})

test('the search reads an index, not the identities: 20,000 of them with nothing due', async () => {
  await db()
    .transaction()
    .execute(async (tx) => {
      await sql`alter table fiscal_due drop constraint fiscal_due_company_id_fkey`.execute(tx)
      await sql`insert into fiscal_due (company_id, identity_id, send_at, close_at)
        select gen_random_uuid(), gen_random_uuid(), null, ${inMs(3_600_000)}::timestamptz + n * interval '1 second'
        from generate_series(1, 20000) n`.execute(tx)
      await sql`analyze fiscal_due`.execute(tx)
      for (const work of ['send', 'close'] as const) {
        const watch = watchSql()
        await takeDueIdentities(tx, work, now(), inMs(10_000), 500)
        const [search] = watch.take()
        watch.stop()
        if (!search) throw new Error('nothing was searched')
        const text = search.sql.replace(/\$(\d+)/g, (_, n: string) => {
          const value = search.values[Number(n) - 1]
          return typeof value === 'number' ? String(value) : `'${String(value)}'`
        })
        const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(text)}`.execute(tx)
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
        expect(plan).toContain(`fiscal_due_${work}`)
        expect(plan).not.toContain('Seq Scan on fiscal_due due')
      }
      throw new Error('roll back')
    })
    .catch((error: unknown) => expect(String(error)).toContain('roll back'))
})
