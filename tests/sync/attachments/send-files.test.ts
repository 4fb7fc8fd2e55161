import { liveQuery } from 'dexie'
import { beforeEach, describe, expect, it } from 'vitest'
import { saveExpense } from '#commands/expenses.ts'
import { discardWork } from '#commands/stuck-work.ts'
import { deleteOldFiles, findFile, findFileContent, updateFile, upsertFile } from '#data/files.ts'
import { hashBytes } from '#data/hash-bytes.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import { listFileEntries, listUnsent } from '#data/outbox-entries.ts'
import { readUploads } from '#data/uploads.ts'
import { DAY_MS } from '#domain/calendar/east-africa.ts'
import type { ExpenseFile } from '#domain/expenses/expense-files.ts'
import { CHUNK_BYTES, type NetworkConnection } from '#domain/files/may-upload.ts'
import { listDeferredFileKeys } from '#sync/attachments/deferred-files.ts'
import { openFile } from '#sync/attachments/open-file.ts'
import type { SyncDeps } from '#sync/connection/sync-deps.ts'
import type { SyncTrigger } from '#sync/connection/sync-trigger.ts'
import { runSync } from '#sync/run-sync.ts'
import { sendAndReport } from '#sync/send-and-report.ts'
import { createSyncScheduler } from '#sync/sync-scheduler.ts'
import { exportUnsent } from '#sync/transfer/export-unsent.ts'
import { expenseFields } from '../../support/expense-input.ts'
import { Device, idOf } from '../device.ts'
import { createProduct, createSubmission, unwrap } from '../shop.ts'

const id = idOf('an expense with a file')
const SIZE = 400_000

let device: Device
beforeEach(async () => {
  device = await Device.make()
})

function content(text: string, size = SIZE): ArrayBuffer {
  const bytes = new Uint8Array(size)
  new TextEncoder().encodeInto(text, bytes)
  return bytes.buffer
}

async function attach(text: string, size = SIZE): Promise<ExpenseFile> {
  const bytes = content(text, size)
  const file = { sha256: await hashBytes(bytes), type: 'image/jpeg' as const, size }
  await upsertFile(device.account.db, { ...file, at: device.clock.now(), sent: 0 }, bytes)
  return { ...file, name: `${text}.jpg` }
}

async function save(files: readonly ExpenseFile[]): Promise<void> {
  const day = new Date(device.clock.now()).toISOString().slice(0, 10)
  const written = { ...expenseFields(), day, files }
  unwrap(await saveExpense(device.account, device.commands, { expenseId: id, written }))
}

const sync = (reason: SyncTrigger = 'enqueued', line?: NetworkConnection) =>
  runSync(device.account, { ...device.deps, ...(line ? { connection: () => line } : {}) }, reason)
const chunkRequests = () => device.server.requests.filter(({ path }) => path.endsWith('/files/pieces'))
const unsent = async () => (await listUnsent(device.account.db)).map(({ type }) => type)

describe('the file of an expense (offline-design 3.9)', () => {
  it('is sent in chunks after its expense, arrives byte for byte, and only then is done', async () => {
    const file = await attach('risiti')
    await save([file])
    expect(await unsent()).toEqual(['expense.save', 'expense.keep-file'])
    await sync()
    expect(device.server.files.get(file.sha256)?.bytes.equals(Buffer.from(content('risiti')))).toBe(true)
    expect(device.server.executions.map(({ type }) => type)).toEqual(['expense.save', 'expense.keep-file'])
    expect(await unsent()).toEqual([])
    expect(await findFileContent(device.account.db, file.sha256)).toBeDefined()
  })

  it('continues where it was cut, also after a restart, and sends nothing twice that arrived', async () => {
    const file = await attach('imekatwa')
    await save([file])
    device.server.willFail('none', 'none', 'none', 'none', 'unreachable')
    await sync()
    const before = (await findFile(device.account.db, file.sha256))?.sent ?? 0
    expect(before).toBeGreaterThan(0)
    expect(before).toBeLessThan(SIZE)
    await device.restart()
    await sync()
    expect(await unsent()).toContain('expense.keep-file')
    device.clock.move(60_000)
    await sync()
    expect(await unsent()).toEqual([])
    const offsets = chunkRequests().map(({ body }) => (body as { offset: number }).offset)
    expect(offsets.toSorted((a, b) => a - b)).toEqual(offsets)
    expect(device.server.files.get(file.sha256)?.bytes.equals(Buffer.from(content('imekatwa')))).toBe(true)
  })

  it('says in percent how much of it has arrived, while it is being sent and while it waits', async () => {
    const { db } = device.account
    const percents: (number | undefined)[] = []
    const file = await attach('asilimia')
    await save([file])
    expect(await readUploads(db, id)).toEqual(new Map([[file.sha256, 0]]))
    const seen = liveQuery(() => readUploads(db, id)).subscribe((now) => percents.push(now.get(file.sha256)))
    device.server.willFail('none', 'none', 'none', 'none', 'unreachable')
    await sync()
    const { sent = 0 } = (await findFile(db, file.sha256)) ?? {}
    const percent = Math.floor((sent / SIZE) * 100)
    expect(percent).toBeGreaterThan(0)
    expect(await readUploads(db, id)).toEqual(new Map([[file.sha256, percent]]))
    await expect.poll(() => percents).toContain(percent)
    device.clock.move(60_000)
    await sync()
    expect(await readUploads(db, id)).toEqual(new Map())
    await expect.poll(() => percents.at(-1)).toBeUndefined()
    seen.unsubscribe()
  })

  it('does not wait longer when the clock of the phone goes back after a chunk was lost (F3)', async () => {
    const file = await attach('saa')
    await save([file])
    device.server.willFail('none', 'none', 'none', 'none', 'unreachable')
    await sync()
    expect(await unsent()).toEqual(['expense.keep-file'])
    device.clock.move(-400 * DAY_MS)
    await sync()
    expect(await unsent()).toEqual([])
    expect(device.server.files.get(file.sha256)?.bytes.length).toBe(SIZE)
  })

  it('arrives complete when each of its chunks in turn is cut on its way (K1)', async () => {
    // The expense, the request for the file and the first check go before the chunks.
    for (let cut = 2; cut < 8; cut += 1) {
      const file = await attach(`imekatwa kipande ${cut}`)
      await save([file])
      device.server.willFail(
        ...Array.from({ length: cut }, () => 'none' as const),
        'answer-cut',
        'unreachable',
      )
      for (let round = 0; round < 4; round += 1) {
        await sync()
        device.clock.move(10 * 60_000)
      }
      const original = Buffer.from(content(`imekatwa kipande ${cut}`))
      expect(device.server.files.get(file.sha256)?.bytes.equals(original), `cut after ${cut}`).toBe(true)
      expect(await unsent()).toEqual([])
    }
  })

  it('begins with the chunk size that worked: for the next file, the next turn and after a restart', async () => {
    const { clock, server } = device
    const sizes = () =>
      chunkRequests().map(({ body }) => Buffer.from((body as { bytes: string }).bytes, 'base64').length)
    let bytesPerMs = 6.25
    const call: SyncDeps['call'] = (name, input, options) => {
      if (name === 'files.send-piece') {
        clock.move(800 + Buffer.from((input as { bytes: string }).bytes, 'base64').length / bytesPerMs)
      }
      return device.deps.call(name, input, options)
    }
    const slowly = (reason: SyncTrigger = 'timer') =>
      runSync(device.account, { ...device.deps, call: (...asked) => call(...asked) }, reason)
    await save([await attach('a', 100_000), await attach('b', 100_000)])
    while ((await slowly()).dueInMs === 0);
    expect(await unsent()).toEqual([])
    const { initial: first, min: least, max: most } = CHUNK_BYTES
    expect(sizes().filter((size) => size > least)).toEqual([first])
    // Each turn of twenty seconds measured the same as the one before: it was stored once.
    expect(await findMeta(device.account.db, 'file-pace')).toMatchObject({ bytes: least })

    await device.restart()
    server.requests.splice(0)
    clock.move(DAY_MS)
    bytesPerMs = 1_000
    await save([await attach('c', 900_000), await attach('d', 100_000)])
    while ((await slowly()).dueInMs === 0);
    expect(sizes().slice(0, 4)).toEqual([least, first, first * 2, first * 4])
    expect(sizes().at(-1)).toBe(100_000)
    expect(await findMeta(device.account.db, 'file-pace')).toMatchObject({ bytes: most })

    // Soon after, the speed is assumed unchanged; an hour later it is unknown.
    server.requests.splice(0)
    await save([await attach('e', 300_000)])
    await slowly()
    clock.move(60 * 60_000)
    await save([await attach('f', 300_000)])
    await slowly()
    expect(sizes()[0]).toBe(most)
    expect(sizes()[2]).toBe(first)
  })

  it('begins small after a chunk that the connection did not send in time', async () => {
    const { db } = device.account
    await upsertMeta(db, 'file-pace', { bytes: CHUNK_BYTES.max, at: device.clock.now(), kind: 'unknown' })
    await save([await attach('kubwa')])
    const call: SyncDeps['call'] = (name, input, options) => {
      if (name !== 'files.send-piece') return device.deps.call(name, input, options)
      device.clock.move(60_000)
      return Promise.resolve({ kind: 'too-slow' })
    }
    await runSync(device.account, { ...device.deps, call }, 'enqueued')
    expect(await findMeta(db, 'file-pace')).toMatchObject({ bytes: CHUNK_BYTES.min })
  })

  it('that two expenses have is sent and kept once (K5)', async () => {
    const file = await attach('ileile')
    await save([file])
    const written = { ...expenseFields(), day: '2026-11-21', files: [file] }
    const second = { expenseId: idOf('another expense'), written }
    unwrap(await saveExpense(device.account, device.commands, second))
    await sync()
    expect(await unsent()).toEqual([])
    const executed = device.server.executions.filter(({ type }) => type === 'expense.keep-file')
    expect(executed).toHaveLength(2)
    const offsets = chunkRequests().map(({ body }) => (body as { offset: number }).offset)
    expect(new Set(offsets).size).toBe(offsets.length)
    expect(device.server.files.size).toBe(1)
  })

  it('arrives once and whole when every answer is lost once', async () => {
    const file = await attach('majibu')
    await save([file])
    for (let round = 0; round < 12; round += 1) {
      device.server.willFail('none', 'answer-lost')
      await sync()
      device.clock.move(10 * 60_000)
    }
    device.server.alwaysFail('none')
    await sync()
    expect(await unsent()).toEqual([])
    expect(device.server.files.get(file.sha256)?.bytes.equals(Buffer.from(content('majibu')))).toBe(true)
  })

  it('never goes before an invoice, and stops for one after the chunk in flight (K6)', async () => {
    const product = await createProduct(device)
    await sync()
    await save([await attach('kubwa', 4_000_000)])
    const invoice = await createSubmission(device, product)
    let asked = 0
    const isAwaited = () => {
      asked += 1
      return asked > 3
    }
    const outcome = await runSync(device.account, device.deps, 'enqueued', { shouldYield: isAwaited })
    expect(outcome.dueInMs).toBe(0)
    expect(device.server.invoices.get(invoice.id)?.status).toBe('submitted')
    const first = device.server.requests.findIndex(({ path }) => path.endsWith('/files/pieces'))
    const pushed = device.server.requests.findIndex(({ body }) => JSON.stringify(body).includes(invoice.id))
    expect(pushed).toBeLessThan(first)
    expect(chunkRequests().length).toBeLessThanOrEqual(3)
    await sync()
    expect(await unsent()).toEqual([])
  })

  it.each([
    ['all', SIZE],
    ['half', SIZE / 2],
  ])('is sent again when a restored server has lost it: %s of it (K2, K3)', async (_, sent) => {
    const file = await attach('imepotea')
    await save([file])
    await updateFile(device.account.db, file.sha256, { sent })
    for (let round = 0; round < 3; round += 1) {
      await sync()
      device.clock.move(60_000)
    }
    expect(await unsent()).toEqual([])
    expect(device.server.files.get(file.sha256)?.bytes.equals(Buffer.from(content('imepotea')))).toBe(true)
  })

  it('delays nothing on a lost connection: when there is another one, a sale goes at once (A9, A14)', async () => {
    const product = await createProduct(device)
    await sync()
    const file = await attach('njia imekatika')
    await save([file])
    const requestSync = createSyncScheduler(device.account, device.deps)
    device.server.willFail('none', 'none', 'silent')
    requestSync('enqueued')
    await expect.poll(() => chunkRequests().length).toBe(1)
    await createSubmission(device, product)
    requestSync('enqueued')
    device.clock.move(4_000)
    requestSync('online')
    await expect.poll(() => device.server.invoices.size).toBe(1)
    await expect.poll(() => device.server.files.get(file.sha256)?.bytes.length).toBe(SIZE)
    expect((await findFile(device.account.db, file.sha256))?.failures).toBe(0)
  })

  it('is not sent when it was taken off before, nor when its expense was discarded', async () => {
    const file = await attach('imeondolewa')
    await save([file])
    await save([])
    expect(await unsent()).toEqual(['expense.save'])
    await save([file])
    device.server.willFail()
    const [entry] = await listUnsent(device.account.db)
    const { db } = device.account
    await db.outbox.update(entry?.seq ?? 0, { state: 'attention' })
    for (const { seq } of await listFileEntries(db)) await db.outbox.update(seq, { state: 'blocked' })
    unwrap(await discardWork(device.account, device.commands, { opId: entry?.opId ?? '' }))
    expect(await unsent()).toEqual([])
    expect(await findMeta(db, 'pending')).toBe(0)
  })

  it('that the browser has lost is reported to its person, once, and invoices are sent (D12)', async () => {
    const product = await createProduct(device)
    const file = await attach('imefutwa')
    await save([file])
    const { db } = device.account
    await db.fileContents.delete(file.sha256)
    expect(await sync()).toMatchObject({ pendingCount: 1, dueInMs: null })
    expect(await listFileEntries(db)).toMatchObject([{ state: 'attention', last: { code: 'FILE_DAMAGED' } }])
    expect(chunkRequests()).toEqual([])
    const invoice = await createSubmission(device, product)
    await sync()
    expect(device.server.invoices.get(invoice.id)?.status).toBe('submitted')
  })

  it('stays behind when work is transferred to another phone', async () => {
    await save([await attach('hapa')])
    const transferred = await exportUnsent(device.account, device.clock.now())
    expect(transferred?.operations.map(({ type }) => type)).toEqual(['expense.save'])
  })
})

describe('a large file that waits for Wi-Fi, if that was wished', () => {
  const cellular: NetworkConnection = { kind: 'cellular', savesData: false }

  it('waits on mobile data alone, goes with Wi-Fi, and at once when the person sends it anyway', async () => {
    const { db } = device.account
    await upsertMeta(db, 'hold-large-files', true)
    const [large, small] = [await attach('kubwa'), await attach('ndogo', 5_000)]
    await save([large, small])
    const outcome = await sync('enqueued', cellular)
    expect(outcome).toMatchObject({ pendingCount: 1, dueInMs: null })
    expect((await listDeferredFileKeys(db, cellular)).size).toBe(1)
    const asked = await sendAndReport(device.account, { ...device.deps, connection: () => cellular })
    expect(asked.kind).toBe('waits-for-wifi')
    expect(device.server.files.get(small.sha256)?.bytes.length).toBe(5_000)
    expect(device.server.files.has(large.sha256)).toBe(false)
    // Asking for everything else does not spend what was to be spared.
    await sync('person', cellular)
    expect(device.server.files.has(large.sha256)).toBe(false)
    await updateFile(db, large.sha256, { sendAnyway: true })
    await sync('person', cellular)
    expect(await unsent()).toEqual([])
  })

  it('goes with the first line that costs nothing', async () => {
    await upsertMeta(device.account.db, 'hold-large-files', true)
    await save([await attach('kubwa')])
    await sync('enqueued', cellular)
    expect(await unsent()).toEqual(['expense.keep-file'])
    await sync('online', { kind: 'free', savesData: false })
    expect(await unsent()).toEqual([])
  })
})

describe('files on this phone', () => {
  it('are fetched once, and only as what they are said to be', async () => {
    const bytes = content('mbali', 900)
    const file = { sha256: await hashBytes(bytes), name: '', type: 'image/png' as const, size: 900 }
    let fetched = 0
    const from = (value: ArrayBuffer) => ({
      now: () => device.clock.now(),
      fetch: async () => {
        fetched += 1
        return { kind: 'answered' as const, value }
      },
    })
    // A page of a Wi-Fi login, say.
    expect(await openFile(device.account, from(content('portal', 900)), file)).toMatchObject({
      kind: 'unreadable',
    })
    expect(await openFile(device.account, from(bytes), file)).toMatchObject({ kind: 'answered' })
    expect(await openFile(device.account, from(bytes), file)).toMatchObject({ kind: 'answered' })
    expect(fetched).toBe(2)
  })

  it('are deleted when long on the server or never saved, but not while unsent or in a draft', async () => {
    const { db } = device.account
    const [pending, sent, unused, draft] = [
      await attach('a'),
      await attach('b'),
      await attach('c'),
      await attach('d'),
    ]
    await save([pending])
    await updateFile(db, sent.sha256, { sent: SIZE })
    await upsertMeta(db, 'expense-draft', { files: [draft] } as never)
    const left = async () => (await db.files.toCollection().primaryKeys()).toSorted()
    await deleteOldFiles(db, device.clock.now() + 3 * DAY_MS)
    expect(await left()).toEqual([pending.sha256, sent.sha256, draft.sha256].toSorted())
    expect(await findFileContent(db, unused.sha256)).toBeUndefined()
    await deleteOldFiles(db, device.clock.now() + 400 * DAY_MS)
    expect(await left()).toEqual([pending.sha256, draft.sha256].toSorted())
  })
})
