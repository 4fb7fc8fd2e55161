import 'fake-indexeddb/auto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { discardWork } from '#commands/stuck-work.ts'
import { FILES_PATH } from '#contract/files.ts'
import { findFile, findFileContent, upsertFile } from '#data/files.ts'
import { listFileEntries } from '#data/outbox-entries.ts'
import { CHUNK_BYTES } from '#domain/files/may-upload.ts'
import { MAX_FILE_BYTES } from '#domain/files/validate-file.ts'
import { runSync } from '#sync/run-sync.ts'
import { attach, hashesOnServer, spend } from './expense-files.ts'
import { expectConsistent, openTestBed, PUSH, type TestBed } from './test-bed.ts'

const CHUNKS = /\/files\/pieces/
/** A bound for a busy machine; nothing waits for it when things go well. */
const WAIT = { timeout: 20_000 }

let testBed: TestBed

beforeAll(async () => {
  testBed = await openTestBed()
})
afterAll(async () => {
  await testBed.close()
})

type Chunk = { readonly offset: number; readonly bytes: string }
const chunkIn = (body: string) => JSON.parse(body) as Chunk

/** The same chunk with one bit in its middle flipped: the same length, and still base64. */
function damaged(body: string): string {
  const { bytes, ...chunk } = chunkIn(body)
  const raw = Buffer.from(bytes, 'base64')
  const middle = raw.length >> 1
  raw[middle] = (raw[middle] ?? 0) ^ 1
  return JSON.stringify({ ...chunk, bytes: raw.toString('base64') })
}

test('a chunk damaged on its way is not stored: it is sent again, and the file is complete (K4)', async () => {
  const shop = await testBed.openShop()
  const phone = await testBed.phone(shop)
  const { db } = testBed.backend.server.services
  const file = await attach(phone, [90_000])
  const [{ sha256 } = { sha256: '' }] = file
  const sold = [await phone.sell(shop.productId)]
  await spend(phone, file)

  const { promise: release, resolve } = Promise.withResolvers<void>()
  let turned = 0
  const spoilt = testBed.proxy.inject(
    CHUNKS,
    {
      kind: 'rewrite',
      rewrite: (request) => {
        if (chunkIn(request.body).offset === 0) return request
        turned += 1
        return { ...request, body: damaged(request.body) }
      },
    },
    2,
  )
  const held = testBed.proxy.inject(CHUNKS, { kind: 'hold', release })
  const sending = phone.sync('enqueued')
  await expect.poll(held.hits, WAIT).toBe(1)
  expect([spoilt.hits(), turned]).toEqual([2, 1])
  // Every byte had arrived, but the content had another hash: the server starts the upload again and shows no
  // file.
  const stored = db
    .selectFrom('files')
    .select(['received', 'restarts', 'whole_at'])
    .where('company_id', '=', shop.companyId)
  expect(await stored.execute()).toEqual([{ received: 0, restarts: 1, whole_at: null }])
  expect(await hashesOnServer(testBed, shop)).toEqual([])
  expect((await findFile(phone.account.db, sha256))?.sent).toBe(0)
  const shown = await fetch(`${testBed.backend.server.url}${FILES_PATH}${sha256}`, {
    headers: { authorization: `Bearer ${shop.phone.token}` },
  })
  expect(shown.status).toBe(404)
  sold.push(await phone.sell(shop.productId, 2))
  resolve()
  await sending

  await expectConsistent(testBed, shop, [phone], sold)
  expect(await phone.unsent()).toEqual([])
  expect(await hashesOnServer(testBed, shop)).toEqual([sha256])
})

test('of unreadable stored files a lost or damaged one shows its reason; other files and all invoices go (D12)', async () => {
  const shop = await testBed.openShop()
  const phone = await testBed.phone(shop)
  const [lost, spoilt, hidden, sound] = await attach(phone, [90_000, 80_000, 70_000, 60_000])
  if (!lost || !spoilt || !hidden || !sound) throw new Error('not attached')
  for (const file of [lost, spoilt, hidden, sound]) await spend(phone, [file])
  const { fileContents } = phone.account.db
  await fileContents.delete(lost.sha256)
  await fileContents.update(spoilt.sha256, { bytes: new ArrayBuffer(spoilt.size) })
  const sold = [await phone.sell(shop.productId)]

  // Chromium throws this for a value that is in a file of its own and cannot be opened now.
  const read = fileContents.get.bind(fileContents)
  let failures = 0
  vi.spyOn(fileContents, 'get').mockImplementation(((sha256: string) => {
    if (sha256 !== hidden.sha256) return read(sha256)
    failures += 1
    return Promise.reject(new DOMException('Failed to read large IndexedDB value', 'UnknownError'))
  }) as typeof fileContents.get)
  await Promise.allSettled([phone.sync('person')])
  sold.push(await phone.sell(shop.productId, 2))
  await Promise.allSettled([phone.sync('person')])
  expect(failures).toBeGreaterThan(0)
  for (const id of sold) expect((await phone.invoice(id)).receipt?.gc).toBeGreaterThan(0)
  vi.restoreAllMocks()

  await expectConsistent(testBed, shop, [phone], sold)
  const left = await listFileEntries(phone.account.db)
  expect(left.map(({ lane, state, last }) => [lane.split(':').at(-1), state, last?.code])).toEqual([
    [lost.sha256, 'attention', 'FILE_DAMAGED'],
    [spoilt.sha256, 'attention', 'FILE_TYPE_NOT_ALLOWED'],
  ])
  expect(await phone.unsent()).toHaveLength(left.length)
  expect((await hashesOnServer(testBed, shop)).toSorted()).toEqual([hidden.sha256, sound.sha256].toSorted())
})

test('a stored file that stays unreadable shows its reason and does not delay the others (D12)', async () => {
  const shop = await testBed.openShop()
  const phone = await testBed.phone(shop)
  const [hidden, sound] = await attach(phone, [70_000, 60_000])
  if (!hidden || !sound) throw new Error('not attached')
  for (const file of [hidden, sound]) await spend(phone, [file])
  const { fileContents } = phone.account.db
  const read = fileContents.get.bind(fileContents)
  vi.spyOn(fileContents, 'get').mockImplementation(((sha256: string) =>
    sha256 === hidden.sha256
      ? Promise.reject(new DOMException('Failed to read large IndexedDB value', 'UnknownError'))
      : read(sha256)) as typeof fileContents.get)
  const sold = [await phone.sell(shop.productId)]

  await expectConsistent(testBed, shop, [phone], sold)
  const left = await listFileEntries(phone.account.db)
  expect(left.map(({ lane, state, last }) => [lane.split(':').at(-1), state, last?.code])).toEqual([
    [hidden.sha256, 'attention', 'FILE_DAMAGED'],
  ])
  expect(await hashesOnServer(testBed, shop)).toEqual([sound.sha256])
  vi.restoreAllMocks()
})

test('a file that the server refused because the phone had damaged it is sent when it is attached again (D12)', async () => {
  const shop = await testBed.openShop()
  const phone = await testBed.phone(shop)
  const { account, commands, deps } = phone
  const [file] = await attach(phone, [90_000])
  const content = file && (await findFileContent(account.db, file.sha256))
  if (!content) throw new Error('not attached')
  await spend(phone, [file])
  const spoilt = new Uint8Array(content.slice(0))
  spoilt.fill(0, 40_000)
  await account.db.fileContents.update(file.sha256, { bytes: spoilt.buffer })
  await phone.syncUntilIdle()
  const [work] = await listFileEntries(account.db)
  expect(work).toMatchObject({ state: 'attention', last: { code: 'FILE_DAMAGED' } })
  expect(await discardWork(account, commands, { opId: work?.opId ?? '' })).toMatchObject({ ok: true })

  const { name, ...expected } = file
  await upsertFile(account.db, { ...expected, at: deps.ports.clock.now(), sent: 0 }, content)
  await spend(phone, [{ ...expected, name }])
  await expectConsistent(testBed, shop, [phone], [await phone.sell(shop.productId)])
  expect(await phone.unsent()).toEqual([])
  expect(await hashesOnServer(testBed, shop)).toEqual([file.sha256])
})

/** How long this many bytes take at 50 kbit/s and a round trip of 800 ms. */
const slowMs = (bytes: number) => 800 + (bytes * 8) / 50

/** A request on the slow connection: when it left and when it had arrived, by the clock of the phone. */
type Sent = { readonly kind: 'piece' | 'push'; readonly left: number; readonly arrived: number; body: string }
type Sale = { readonly at: number; readonly id: Promise<string> }

test('while 5 MB are uploaded at 50 kbit/s each invoice waits for one chunk at most (K6)', {
  timeout: 120_000,
}, async () => {
  const shop = await testBed.openShop()
  const phone = await testBed.phone(shop)
  const { clock } = testBed.backend
  const [file] = await attach(phone, [MAX_FILE_BYTES])
  if (!file) throw new Error('not attached')
  await spend(phone, [file])
  const sales: Sale[] = []
  const sell = () => sales.push({ at: clock.now(), id: phone.sell(shop.productId) })
  for (let n = 0; n < 3; n += 1) sell()
  await Promise.all(sales.map(({ id }) => id))

  const sent: Sent[] = []
  const slow = (path: RegExp, kind: Sent['kind']) =>
    testBed.proxy.inject(
      path,
      {
        kind: 'rewrite',
        rewrite: (request) => {
          const left = clock.now()
          // A sale is made while a chunk is being sent.
          if (kind === 'piece' && sent.length % 30 === 20) sell()
          clock.advance(slowMs(request.body.length))
          sent.push({ kind, left, arrived: clock.now(), body: kind === 'push' ? request.body : '' })
          return request
        },
      },
      Number.POSITIVE_INFINITY,
    )
  const lines = [slow(CHUNKS, 'piece'), slow(PUSH, 'push')]
  do {
    const known = sales.length
    // As in the app: a save requests the next turn.
    await runSync(phone.account, phone.deps, 'timer', { shouldYield: () => sales.length > known })
    await Promise.all(sales.map(({ id }) => id))
  } while ((await phone.unsent()).length > 0)
  for (const line of lines) line.end()

  const pieces = sent.filter(({ kind }) => kind === 'piece')
  expect(pieces.length).toBeGreaterThan(MAX_FILE_BYTES / CHUNK_BYTES.max)
  expect(sales.length).toBeGreaterThan(5)
  for (const { at, id } of sales) {
    const name = await id
    const went = sent.find(({ kind, body }) => kind === 'push' && body.includes(name))
    if (!went) throw new Error(`${name} never went`)
    expect(pieces.filter(({ left }) => left > at && left < went.left)).toEqual([])
    // A chunk of the smallest measured size takes four seconds, also at the beginning of a turn, and the push
    // takes one.
    expect(went.arrived - at).toBeLessThan(6_000)
  }
  await expectConsistent(testBed, shop, [phone], await Promise.all(sales.map(({ id }) => id)))
  expect(await hashesOnServer(testBed, shop)).toEqual([file.sha256])
})
