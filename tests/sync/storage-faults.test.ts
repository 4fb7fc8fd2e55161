import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { saveDraft, submitInvoice } from '#commands/invoices.ts'
import { openAccountDatabase } from '#data/account-database.ts'
import { findInvoice } from '#data/invoices.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import { countPending, listUnsent } from '#data/outbox-entries.ts'
import { workTransaction } from '#data/work-transaction.ts'
import { runSync } from '#sync/run-sync.ts'
import { testPorts } from '../data/records.ts'
import { fillStorage, loseConnection, restoreStorage } from '../support/failing-storage.ts'
import { aSale, Device } from './device.ts'
import { createProduct, createSubmission, unwrap } from './shop.ts'

let device: Device
let product: string
beforeEach(async () => {
  device = await Device.make()
  product = await createProduct(device)
  await runSync(device.account, device.deps, 'enqueued')
})
afterEach(() => {
  restoreStorage()
  vi.restoreAllMocks()
})

describe('a full phone', () => {
  it('that aborts after every write succeeded is reported, and nothing is stored, not even half (D1)', async () => {
    fillStorage()
    const outcome = await submitInvoice(device.account, device.commands, { content: aSale(product) })
    expect(outcome).toEqual({ ok: false, refusals: [{ path: '', code: 'DEVICE_STORAGE_FULL' }] })
    restoreStorage()
    expect(await countPending(device.account.db)).toBe(0)
    expect(await device.account.db.invoices.count()).toBe(0)
    await createSubmission(device, product)
    expect((await runSync(device.account, device.deps, 'enqueued')).pendingCount).toBe(0)
  })

  it('that cannot store the answer asks again with the same bytes, and there is one receipt (D2)', async () => {
    const invoice = await createSubmission(device, product)
    device.hooks = {
      'drain:answer': () => {
        fillStorage()
      },
    }
    await expect(runSync(device.account, device.deps, 'enqueued')).rejects.toMatchObject({
      code: 'DEVICE_STORAGE_FULL',
    })
    restoreStorage()
    expect((await findInvoice(device.account.db, invoice.id))?.receipt).toBeNull()
    expect(await listUnsent(device.account.db)).toHaveLength(1)
    await device.restart()
    device.clock.move(60_000)
    expect((await runSync(device.account, device.deps, 'start')).pendingCount).toBe(0)
    expect((await findInvoice(device.account.db, invoice.id))?.receipt?.gc).toBe(1)
    expect(device.server.invoices.size).toBe(1)
  })
})

describe('storage that goes away under the app', () => {
  it.each(['UnknownError', 'InvalidStateError'])(
    'with %s is opened again, and what was saved is saved (D3, D4)',
    async (name) => {
      loseConnection(1, name)
      const row = await createSubmission(device, product)
      expect((await runSync(device.account, device.deps, 'enqueued')).pendingCount).toBe(0)
      expect((await findInvoice(device.account.db, row.id))?.receipt?.gc).toBe(1)
    },
  )

  it('for good is reported, never taken for saved, and nothing is lost when it comes back (D3)', async () => {
    const before = await createSubmission(device, product)
    loseConnection(1_000, 'UnknownError')
    const outcome = await submitInvoice(device.account, device.commands, { content: aSale(product) })
    expect(outcome).toEqual({ ok: false, refusals: [{ path: '', code: 'DEVICE_STORAGE_BROKEN' }] })
    await expect(runSync(device.account, device.deps, 'enqueued')).rejects.toMatchObject({
      code: 'DEVICE_STORAGE_BROKEN',
    })
    restoreStorage()
    device.clock.move(61_000)
    await device.restart()
    expect((await runSync(device.account, device.deps, 'start')).pendingCount).toBe(0)
    expect([...device.server.invoices.keys()]).toEqual([before.id])
  })

  it('closed by the browser is opened again by the next command (D4)', async () => {
    device.account.db.backendDB().close()
    const row = unwrap(await saveDraft(device.account, device.commands, { content: aSale(product) }))
    expect((await findInvoice(device.account.db, row.id))?.pending.kind).toBe('waiting')
  })

  it('that never opens is reported within five seconds, and opens at the next try (D5)', async () => {
    const waits: number[] = []
    const ports = testPorts({
      wait: async (ms: number) => {
        waits.push(ms)
      },
    })
    const hanging = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      // A request that never ends.
      return Object.assign(new EventTarget(), { readyState: 'pending' }) as IDBOpenDBRequest
    })
    await expect(openAccountDatabase('never opens', ports)).rejects.toMatchObject({
      code: 'DEVICE_STORAGE_BROKEN',
    })
    expect(waits).toEqual([5_000])
    hanging.mockRestore()
    const db = await openAccountDatabase('never opens', testPorts())
    await upsertMeta(db, 'pending', 3)
    expect(await findMeta(db, 'pending')).toBe(3)
  })
})

describe('a lost connection whose new opening never answers', () => {
  it('is given up after five seconds, and the work that met it is done over another one (D4, D5)', async () => {
    const waits: { ms: number; over: () => void }[] = []
    const wait = (ms: number) => new Promise<void>((over) => waits.push({ ms, over }))
    const db = await openAccountDatabase('hangs later', testPorts({ wait }))
    waits.length = 0
    loseConnection(1, 'InvalidStateError', db.name)
    const open = indexedDB.open.bind(indexedDB)
    let hung = 0
    // Other databases of this file may open again at the same time.
    vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
      if (name !== db.name || hung > 0) return open(name, version)
      hung += 1
      return Object.assign(new EventTarget(), { readyState: 'pending' }) as IDBOpenDBRequest
    })
    const saved = workTransaction(db, () => upsertMeta(db, 'pending', 5))
    await vi.waitFor(() => expect(hung).toBe(1))
    expect(waits.map(({ ms }) => ms)).toEqual([5_000])
    waits[0]?.over()
    await saved
    expect(await findMeta(db, 'pending')).toBe(5)
  })
})

/** Of a schema that this project does not reach soon; Dexie counts in tens. */
const FAR_VERSION = 10_000

describe('a newer version of the app in another tab', () => {
  /** Opens the account's database as a later version would; `upgrade` runs in its upgrade. */
  function openNewer(name: string, upgrade: () => void): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open(name, FAR_VERSION)
      request.onupgradeneeded = () => {
        request.result.createObjectStore('of a newer version')
        upgrade()
      }
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error('no reason given'))
    })
  }

  it('needs the database during saves: everything reported as saved is there afterwards (D7)', async () => {
    const saves = Array.from({ length: 10 }, () =>
      submitInvoice(device.account, device.commands, { content: aSale(product) }),
    )
    const newer = openNewer(device.account.db.name, () => {})
    const outcomes = await Promise.all(saves)
    const saved = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value.id] : []))
    const opened = await newer
    const stored = await new Promise<IDBValidKey[]>((resolve) => {
      const keys = opened.transaction('invoices').objectStore('invoices').getAllKeys()
      keys.onsuccess = () => resolve(keys.result)
    })
    opened.close()
    expect(new Set(stored)).toEqual(new Set(saved))
  })

  it('breaks off its upgrade half-way: the old data stays and this version continues with it (L3)', async () => {
    const row = await createSubmission(device, product)
    const failed = openNewer(device.account.db.name, () => {
      throw new Error('a mistake in the upgrade')
    })
    await expect(failed).rejects.toThrow()
    expect((await runSync(device.account, device.deps, 'enqueued')).pendingCount).toBe(0)
    expect((await findInvoice(device.account.db, row.id))?.receipt?.gc).toBe(1)
  })
})

it('work that awaits anything but storage inside its transaction fails as a whole and is never said to be kept (D11)', async () => {
  const { db } = device.account
  const work = workTransaction(db, async () => {
    await upsertMeta(db, 'pending', 77)
    await new Promise((resolve) => setTimeout(resolve, 20))
    await upsertMeta(db, 'deviceSeq', 77)
  })
  await expect(work).rejects.toMatchObject({ name: 'DeviceStorageFailure' })
  expect(await findMeta(db, 'deviceSeq')).not.toBe(77)
})
