import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { monitorStorage } from '#app/monitor-storage.ts'
import { saveDraft, submitInvoice } from '#commands/invoices.ts'
import { countInvoices } from '#data/invoices.ts'
import { findMeta } from '#data/meta.ts'
import type { InvoiceContent } from '#domain/invoices/invoice.ts'
import { catchUnexpected, UNEXPECTED_FAILURE } from '#features/invoices/edit/catch-unexpected.ts'
import { activateLanguage } from '#i18n/language.ts'
import { useInstallation } from '#ui/installation.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import {
  closeConnectionAfter,
  fillStorage,
  loseConnection,
  restoreStorage,
} from '../support/failing-storage.ts'
import { aSale } from '../support/test-backend.ts'
import { unwrap } from '../sync/shop.ts'
import { phone, shop, sold, testBed } from './shop-fixture.ts'
import { expectConsistent } from './test-bed.ts'

afterEach(() => {
  restoreStorage()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  // Storage that was reopened three times within a minute counts as gone for good.
  testBed.backend.clock.advance(61_000)
})

/** Sells as the editor does; counted as sold only when the phone says that it keeps it. */
async function trySale(content: InvoiceContent, invoiceId?: string) {
  vi.stubGlobal('reportError', () => undefined)
  const input = invoiceId === undefined ? { content } : { invoiceId, content }
  const outcome = await catchUnexpected(
    () => submitInvoice(phone.account, phone.commands, input),
    UNEXPECTED_FAILURE,
  )
  if (outcome.ok) sold.push(outcome.value.id)
  return outcome
}

async function sell(content: InvoiceContent, invoiceId?: string): Promise<void> {
  expect((await trySale(content, invoiceId)).ok).toBe(true)
}

/** The content of the phone's storage: a sale that was not saved changes none of it. */
async function held() {
  const { db } = phone.account
  const tables = [db.invoices, db.invoiceKeys, db.outbox, db.overlays, db.audit]
  const [sizes, counts, deviceSeq, pending] = [
    await Promise.all(tables.map((table) => table.count())),
    await countInvoices(db),
    await findMeta(db, 'deviceSeq'),
    await findMeta(db, 'pending'),
  ]
  return { sizes, counts, deviceSeq, pending }
}

/** The common check; and the phone stores nothing that it did not report as saved. */
async function expectAllConsistent(): Promise<void> {
  await expectConsistent(testBed, shop, [phone], sold)
  const ids = await phone.account.db.invoices.toCollection().primaryKeys()
  expect(ids.toSorted()).toEqual(sold.toSorted())
}

test('a phone without room says so, keeps the draft as it was, and sells it once when there is room (D1)', async () => {
  await sell(aSale(shop.productId))
  const content = aSale(shop.productId, 2)
  const draft = unwrap(await saveDraft(phone.account, phone.commands, { content }))
  const before = await held()
  fillStorage()
  const full = { ok: false, refusals: [{ path: '', code: 'DEVICE_STORAGE_FULL' }] }
  expect(await trySale(aSale(shop.productId, 9))).toEqual(full)
  expect(await trySale(content, draft.id)).toEqual(full)
  // What was sold before is not sent either while its answer could not be remembered.
  await expect(phone.sync('person')).rejects.toMatchObject({ code: 'DEVICE_STORAGE_FULL' })
  expect(await held()).toEqual(before)
  expect(await phone.invoice(draft.id)).toMatchObject({ status: 'draft', lines: content.lines })
  restoreStorage()
  await sell(content, draft.id)
  await expectAllConsistent()
})

test('storage that closes at any step of a sale keeps all of it or says that nothing is kept (D4)', async () => {
  let broken = 0
  for (let steps = 0; ; steps += 1) {
    const content = aSale(shop.productId, 1 + steps)
    const before = await held()
    const closing = closeConnectionAfter(steps, phone.account.db.name, 'outbox')
    const outcome = await trySale(content)
    const closed = closing.hits() > 0
    restoreStorage()
    if (!closed) {
      expect(outcome.ok).toBe(true)
      break
    }
    // Whichever of the requests under way is the first to say that it was broken off, one of many writes at once too.
    expect({ steps, outcome }).toEqual({
      steps,
      outcome: { ok: false, refusals: [{ path: '', code: 'DEVICE_STORAGE_BROKEN' }] },
    })
    expect(await held()).toEqual(before)
    await sell(content)
    broken += 1
  }
  expect(broken).toBeGreaterThan(10)
  await expectAllConsistent()
})

test('a closing connection is opened again for a sale; one that never opens again is reported (D4)', async () => {
  loseConnection(1, 'InvalidStateError')
  await sell(aSale(shop.productId, 3))
  phone.account.db.backendDB().close()
  await sell(aSale(shop.productId, 4))
  const before = await held()
  loseConnection(1_000, 'InvalidStateError')
  expect(await trySale(aSale(shop.productId, 5))).toEqual({
    ok: false,
    refusals: [{ path: '', code: 'DEVICE_STORAGE_BROKEN' }],
  })
  restoreStorage()
  await phone.restart()
  expect(await held()).toEqual(before)
  await expectAllConsistent()
})

/** Of a schema that this project does not reach soon; Dexie counts in tens. */
const FAR_VERSION = 10_000

/** Opens a database as a later version of the app in another tab would. */
function openNewer(name: string, version: number): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(`of version ${version}`)
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('no reason given'))
  })
}

test('a newer version that needs the database at any moment of a save loses no saved sale (D7)', async () => {
  const { db } = phone.account
  let [underWay, met] = [0, 0]
  db.on('versionchange', () => {
    if (underWay > 0) met += 1
  })
  // Each time one turn later, until the saves are over before the newer version comes.
  for (let turns = 0, over = false; !over; turns += 1) {
    const saves = [1, 2].map(async (pieces) => {
      underWay += 1
      const outcome = await trySale(aSale(shop.productId, pieces))
      underWay -= 1
      return outcome
    })
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    over = underWay === 0
    const newer = await openNewer(db.name, FAR_VERSION + turns)
    const outcomes = await Promise.all(saves)
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true])
    newer.close()
    testBed.backend.clock.advance(61_000)
  }
  expect(met).toBeGreaterThan(5)
  await phone.restart()
  // More than a hundred sales, which a busy machine sends in a minute.
  await expectAllConsistent()
}, 180_000)

test('a window without any storage sells nothing and says why; what an ordinary one kept goes out once (D9)', async () => {
  await sell(aSale(shop.productId))
  const before = await held()
  const seen = testBed.proxy.seen.length
  // As Dexie finds it in a browser that has none.
  const { indexedDB: real } = Dexie.dependencies
  Reflect.deleteProperty(Dexie.dependencies, 'indexedDB')
  try {
    await expect(phone.restart()).rejects.toMatchObject({ code: 'DEVICE_STORAGE_BROKEN' })
    // The login refuses too, because it could not keep the user signed in: the server is not even called.
    await expect(testBed.phone(shop, { sharing: true })).rejects.toThrow('"DEVICE_STORAGE_BROKEN"')
    expect(testBed.proxy.seen).toHaveLength(seen)
  } finally {
    Dexie.dependencies.indexedDB = real
  }
  await phone.restart()
  expect(await held()).toEqual(before)
  await expectAllConsistent()
})

test('a browser that refuses persistent storage is reported once, and everything is sold as usual (D10)', async () => {
  await activateLanguage('en')
  const persist = vi.fn(async () => false)
  vi.stubGlobal('navigator', {
    storage: {
      persist,
      persisted: async () => false,
      estimate: async () => ({ usage: 0, quota: 1024 ** 4 }),
    },
  })
  useInstallation.setState({ method: 'installed' })
  useToasts.setState({ shown: null })
  const stop = monitorStorage(phone.account)
  await sell(aSale(shop.productId))
  await expect.poll(() => useToasts.getState().shown?.text).toMatch(/browser may delete/)
  stop()
  useToasts.setState({ shown: null })
  onTestFinished(monitorStorage(phone.account))
  await sell(aSale(shop.productId, 2))
  await expectAllConsistent()
  expect(persist).toHaveBeenCalledOnce()
  expect(useToasts.getState().shown).toBeNull()
})

test('a transaction that ends early under a sale keeps nothing, says so, and the sale is made when it holds (D11)', async () => {
  const { db } = phone.account
  const get = db.invoices.get.bind(db.invoices)
  let ended = 0
  const before = await held()
  const early = vi.spyOn(db.invoices, 'get').mockImplementation((async (id: string) => {
    const { idbtrans, mode } = Dexie.currentTransaction
    const over = new Promise((resolve) => idbtrans.addEventListener('complete', resolve))
    const row = await get(id)
    if (mode === 'readwrite') {
      ended += 1
      // Any wait for something other than storage: meanwhile the browser takes the transaction for finished.
      await over
    }
    return row
  }) as never)
  const content = aSale(shop.productId)
  expect(await trySale(content)).toEqual({
    ok: false,
    refusals: [{ path: '', code: 'DEVICE_STORAGE_BROKEN' }],
  })
  expect(ended).toBeGreaterThan(0)
  early.mockRestore()
  expect(await held()).toEqual(before)
  await sell(content)
  await expectAllConsistent()
})
