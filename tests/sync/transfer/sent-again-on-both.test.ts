import { beforeEach, expect, test } from 'vitest'
import { saveProduct } from '#commands/catalogue.ts'
import { canTakeBack } from '#commands/invoices.ts'
import { sendAgain } from '#commands/stuck-work.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import type { OutboxEntry } from '#data/rows.ts'
import { workTransaction } from '#data/work-transaction.ts'
import { toCents } from '#domain/money/cents.ts'
import { nextAttemptId } from '#sync/outbox/attempt-id.ts'
import { pullAndReconcile } from '#sync/pull-and-reconcile.ts'
import { sendNow } from '#sync/run-sync.ts'
import { Device } from '../device.ts'
import { createProduct, createSubmission, refuseFirst, unwrap } from '../shop.ts'
import { anotherPhone, take, workOf } from './phones.ts'

let writer: Device
let owner: Device
let product: string

beforeEach(async () => {
  writer = await Device.make()
  product = await createProduct(writer)
  await send(writer)
  owner = await anotherPhone(writer, 'owner')
  await send(owner)
})

async function send({ account, deps }: Device): Promise<void> {
  await sendNow(account, deps)
}

async function price(cents: number): Promise<void> {
  const { account, commands } = writer
  const form = { name: 'Sukari', unit: 'kg', unitPrice: toCents(cents), taxType: 'exempted' as const }
  unwrap(await saveProduct(account, commands, { productId: product, form }))
}

async function again({ account, commands }: Device): Promise<void> {
  const stuck = (await listUnsent(account.db)).find(({ state }) => state === 'attention')
  unwrap(await sendAgain(account, commands, { opId: stuck?.opId ?? '' }))
}

async function waiting({ account }: Device) {
  return (await listUnsent(account.db)).map(({ opId, state }) => [opId, state])
}

/** Prices that the writer wrote and handed over, the first refused on both phones. Returns the id it was refused under. */
async function refusedOnBoth(...prices: readonly number[]): Promise<string> {
  for (const cents of prices) {
    await price(cents)
    await take(owner, await workOf(writer))
  }
  const [first] = await listUnsent(writer.account.db)
  await refuseFirst(writer)
  await refuseFirst(owner)
  return first?.opId ?? ''
}

test('is one operation: what its writer wrote after it stays', async () => {
  await refusedOnBoth(200)
  await again(writer)
  await send(writer)
  await price(300)
  await send(writer)
  const { server } = writer
  const done = server.executions.length
  await again(owner)
  await send(owner)
  expect(await waiting(owner)).toEqual([])
  expect(server.products.get(product)).toMatchObject({ unitPrice: 300 })
  expect(server.executions).toHaveLength(done)
})

test('transferred after its writer sent it again, it takes its old place before what was written later', async () => {
  const opId = await refusedOnBoth(200, 300)
  await again(writer)
  expect(await take(owner, await workOf(writer))).toEqual({ kind: 'taken', imported: 1, known: 1 })
  const [first, ...later] = await waiting(owner)
  expect(first).toEqual([nextAttemptId(opId), 'queued'])
  expect(later.map(([, state]) => state)).toEqual(['queued'])
  expect(await take(owner, await workOf(writer))).toEqual({ kind: 'taken', imported: 0, known: 2 })
  await send(owner)
  expect(writer.server.products.get(product)).toMatchObject({ unitPrice: 300 })
})

test('transferred again, the first attempt adds nothing to a later one, nor a later one to the first while that is open', async () => {
  await price(200)
  const first = await workOf(writer)
  await take(owner, first)
  await refuseFirst(writer)
  await again(writer)
  const later = await workOf(writer)
  expect(await take(owner, later)).toEqual({ kind: 'taken', imported: 0, known: 1 })
  await refuseFirst(owner)
  await again(owner)
  expect(await take(owner, first)).toEqual({ kind: 'taken', imported: 0, known: 1 })
  expect(await waiting(owner)).toEqual(await waiting(writer))
  await send(owner)
  expect(await take(owner, first)).toEqual({ kind: 'taken', imported: 0, known: 1 })
})

test('a sale that waits for the later try waits for the first one where that is still open', async () => {
  const fresh = await createProduct(writer, 'Chumvi')
  await take(owner, await workOf(writer))
  await refuseFirst(writer)
  await again(writer)
  await createSubmission(writer, fresh)
  await take(owner, await workOf(writer))
  await refuseFirst(owner)
  expect((await waiting(owner)).map(([, state]) => state)).toEqual(['attention', 'blocked'])
  await again(owner)
  expect(await waiting(owner)).toEqual(await waiting(writer))
  const [product, sale] = await listUnsent(owner.account.db)
  expect(sale?.dependsOn).toEqual([product?.opId])
})

test('a sale that depends on the first attempt waits for the later attempt if that is already queued', async () => {
  const fresh = await createProduct(writer, 'Chumvi')
  await take(owner, await workOf(writer))
  await refuseFirst(owner)
  await again(owner)
  await refuseFirst(owner)
  await createSubmission(writer, fresh)
  await take(owner, await workOf(writer))
  expect((await waiting(owner)).map(([, state]) => state)).toEqual(['attention', 'blocked'])
})

test('a sale does not wait for a refused try of what its giver has done since', async () => {
  const fresh = await createProduct(writer, 'Chumvi')
  await take(owner, await workOf(writer))
  await refuseFirst(writer)
  await refuseFirst(owner)
  await again(writer)
  await createSubmission(writer, fresh)
  const work = await workOf(writer)
  const sale = work.operations.filter(({ type }) => type === 'invoice.submit')
  await take(owner, { ...work, operations: sale })
  expect((await waiting(owner)).map(([, state]) => state)).toEqual(['attention', 'queued'])
})

test('a sale that has its number is not counted again', async () => {
  await createSubmission(writer, product)
  await take(owner, await workOf(writer))
  await refuseFirst(writer)
  await refuseFirst(owner)
  await owner.account.db.overlays.clear()
  await again(writer)
  const later = await workOf(writer)
  await send(writer)
  const { account, deps, clock } = owner
  await pullAndReconcile(account, deps, { until: clock.now() + 10_000 })
  await take(owner, later)
  expect(await account.db.overlays.count()).toBe(0)
})

test('taken over into its old place it is taken back no more: the other phone may send it', async () => {
  const { id } = await createSubmission(writer, product)
  // As a phone without room does it: handed over, and not noted.
  const { operations, ...rest } = await workOf(writer)
  await writer.account.db.outbox.toCollection().modify((entry, index) => {
    const { handedOverAt: _, ...unnoted } = entry
    index.value = unnoted
  })
  await take(owner, { ...rest, operations })
  await refuseFirst(writer)
  await refuseFirst(owner)
  await again(owner)
  expect(await take(writer, await workOf(owner))).toEqual({ kind: 'taken', imported: 1, known: 0 })
  expect(await waiting(writer)).toEqual(await waiting(owner))
  expect(await canTakeBack(writer.account, id)).toBe(false)
})

/** Another attempt beside the one that is here, as stored by an app that knew no attempts. */
async function insertBeside(index: 'first' | 'last', opId: string): Promise<void> {
  const { db } = owner.account
  const rows = await listUnsent(db)
  const [one] = rows
  if (!one) throw new Error('nothing waits')
  const seqs = rows.map(({ seq }) => seq)
  const seq = index === 'first' ? Math.min(...seqs) - 1 : Math.max(...seqs) + 1
  const state = index === 'first' ? ('queued' as const) : ('blocked' as const)
  const { firstOpId: _, attempt: __, ...unnumbered } = one
  const other: OutboxEntry = { ...unnumbered, seq, opId, state, last: null }
  await workTransaction(db, async () => {
    await db.outbox.put(other)
  })
}

test.each(['first', 'last'] as const)(
  'a later attempt that an older app stored %s is queued alone, before what was written later',
  async (index) => {
    const opId = await refusedOnBoth(200, 300)
    await insertBeside(index, nextAttemptId(opId))
    await again(owner)
    expect((await waiting(owner)).map(([id, state]) => [id === nextAttemptId(opId), state])).toEqual([
      [true, 'queued'],
      [false, 'queued'],
    ])
  },
)
