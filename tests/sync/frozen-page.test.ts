import { beforeEach, describe, expect, it } from 'vitest'
import { saveExpense } from '#commands/expenses.ts'
import { upsertFile } from '#data/files.ts'
import { hashBytes } from '#data/hash-bytes.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import { countPending } from '#data/outbox-entries.ts'
import type { SyncDeps } from '#sync/connection/sync-deps.ts'
import { runSync } from '#sync/run-sync.ts'
import { expenseFields } from '../support/expense-input.ts'
import { Device, idOf } from './device.ts'
import { createProduct, createSubmission, unwrap } from './shop.ts'

let device: Device
let product: string
/** The page that the person uses now. */
let page: SyncDeps
beforeEach(async () => {
  device = await Device.make()
  product = await createProduct(device)
  await runSync(device.account, device.deps, 'enqueued')
  page = { ...device.another(), hooks: {} }
})

/** A page that the browser freezes while it fetches; `wake` lets it go on. */
async function freezeWhileFetching(): Promise<{ wake: () => void; synced: ReturnType<typeof runSync> }> {
  const { promise: awake, resolve: wake } = Promise.withResolvers<void>()
  const { promise: fetching, resolve } = Promise.withResolvers<void>()
  device.hooks = {
    'pull:page': () => {
      resolve()
      return awake
    },
  }
  const synced = runSync(device.account, device.deps, 'timer')
  await fetching
  return { wake, synced }
}

/** An invoice of this company that the server has and this phone does not. */
async function insertOnServer(): Promise<string> {
  const other = await Device.make({ server: device.server, clock: device.clock })
  await runSync(other.account, other.deps, 'start')
  const row = await createSubmission(other, product)
  await runSync(other.account, other.deps, 'enqueued')
  return row.id
}

/** An expense with a file, which waits to be sent. */
async function attachFile() {
  const { account, clock, commands } = device
  const bytes = new Uint8Array(1_000).buffer
  const file = { sha256: await hashBytes(bytes), type: 'image/jpeg' as const, size: 1_000 }
  await upsertFile(account.db, { ...file, at: clock.now(), sent: 0 }, bytes)
  const written = { ...expenseFields(), day: '2026-11-21', files: [{ ...file, name: 'risiti.jpg' }] }
  unwrap(await saveExpense(account, commands, { expenseId: idOf('expense'), written }))
  return file
}

const sync = () => runSync(device.account, page, 'timer')

describe('a page that the browser has frozen keeps its locks (C10)', () => {
  it('while it fetched: another fetches once it has come no further for two minutes, and its late answer counts no more', async () => {
    const { db } = device.account
    const { wake, synced } = await freezeWhileFetching()
    const id = await insertOnServer()
    expect(await sync()).toMatchObject({ pulled: 'busy', dueInMs: 2_000 })
    device.clock.move(119_000)
    expect(await sync()).toMatchObject({ pulled: 'busy', dueInMs: 2_000 })
    device.clock.move(2_000)
    expect(await sync()).toMatchObject({ pulled: 'up-to-date' })
    expect(await db.invoices.get(id)).toBeDefined()
    const cursor = await findMeta(db, 'cursor')
    wake()
    expect(await synced).toMatchObject({ pulled: 'more' })
    expect(await findMeta(db, 'cursor')).toBe(cursor)
  })

  it('while it fetched, and the shop goes on selling: what this page sends is no progress of the frozen one', async () => {
    await freezeWhileFetching()
    const id = await insertOnServer()
    for (let minute = 0; minute < 3; minute += 1) {
      await createSubmission(device, product)
      await runSync(device.account, page, 'enqueued')
      device.clock.move(60_000)
    }
    expect(await device.account.db.invoices.get(id)).toBeDefined()
  })

  it('while it fetched: the worker, which does not live for minutes, knows how long it has been so', async () => {
    await freezeWhileFetching()
    device.clock.move(121_000)
    expect(await sync()).toMatchObject({ pulled: 'up-to-date' })
  })

  it('while it stored a page: the rest of it does not move the position back that another has reached', async () => {
    const { account, deps } = device
    const id = await insertOnServer()
    account.db.invoices.hook('creating', () => {
      void upsertMeta(account.db, 'cursor', 'far ahead')
    })
    expect(await runSync(account, deps, 'timer')).toMatchObject({ pulled: 'more' })
    expect(await account.db.invoices.get(id)).toBeDefined()
    expect(await findMeta(account.db, 'cursor')).toBe('far ahead')
  })

  it('one whose line is slow keeps its lock: each smaller page that it asks for is a step', async () => {
    const ends: (() => void)[] = []
    const slow: SyncDeps = {
      ...device.deps,
      call: (name, input, options) =>
        name === 'sync.pull'
          ? new Promise((resolve) => ends.push(() => resolve({ kind: 'too-slow' })))
          : device.deps.call(name, input, options),
    }
    for (let asked = 1; asked <= 4; asked += 1) {
      const syncing = runSync(device.account, slow, 'timer')
      await expect.poll(() => ends.length).toBe(asked)
      device.clock.move(60_000)
      expect(await sync()).toMatchObject({ pulled: 'busy' })
      ends.at(-1)?.()
      expect(await syncing).toMatchObject({ pulled: 'more' })
    }
  })

  it('one that fetches page after page keeps its lock', async () => {
    const phone = await Device.make({ server: device.server, clock: device.clock })
    await insertOnServer()
    await insertOnServer()
    await upsertMeta(phone.account.db, 'page-size', 1)
    const arrived: (() => void)[] = []
    phone.hooks = { 'pull:page': () => new Promise((resolve) => arrived.push(resolve)) }
    const other = { ...phone.another(), hooks: {} }
    void runSync(phone.account, phone.deps, 'timer', { budgetMs: 3_600_000 })
    for (let pages = 1; pages <= 3; pages += 1) {
      await expect.poll(() => arrived.length).toBe(pages)
      device.clock.move(90_000)
      expect(await runSync(phone.account, other, 'timer')).toMatchObject({ pulled: 'busy' })
      arrived.at(-1)?.()
    }
  })

  it('while it sent a file: another sends the file, and its late failure counts no more', async () => {
    const { account, clock, deps } = device
    const file = await attachFile()
    const { promise: awake, resolve: wake } = Promise.withResolvers<void>()
    const pieces: unknown[] = []
    const frozen: SyncDeps = {
      ...deps,
      call: async (name, input, options) => {
        if (name !== 'files.send-piece') return deps.call(name, input, options)
        pieces.push(input)
        await awake
        return { kind: 'too-slow' }
      },
    }
    const synced = runSync(account, frozen, 'enqueued')
    await expect.poll(() => pieces.length).toBe(1)
    expect(await sync()).toMatchObject({ pendingCount: 1, dueInMs: 15_000 })
    clock.move(121_000)
    await sync()
    expect(await countPending(account.db)).toBe(0)
    wake()
    await synced
    expect(await account.db.files.get(file.sha256)).toMatchObject({ sent: file.size, failures: 0 })
  })
})
