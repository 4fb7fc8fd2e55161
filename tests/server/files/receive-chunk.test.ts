import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FILES_PATH } from '#contract/files.ts'
import { DAY_MS } from '#domain/calendar/east-africa.ts'
import { CHUNK_BYTES } from '#domain/files/may-upload.ts'
import { MAX_FILE_BYTES } from '#domain/files/validate-file.ts'
import { UPLOAD_LIMITS } from '#server/services/files/receive-chunk.ts'
import { keepRetention } from '#server/services/retention/keep-retention.ts'
import { newExpense } from '../../support/expense-input.ts'
import { chunkOf, makeFile, type TestFile } from '../../support/make-file.ts'
import {
  createShop,
  type Phone,
  type Shop,
  signInPhone,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

let backend: TestBackend
let shop: Shop
let neighbour: Shop
let other: Phone

beforeAll(async () => {
  backend = await startTestBackend()
  shop = await createShop(backend)
  neighbour = await createShop(backend)
  other = await signInPhone(backend.server, shop.companyId)
})
afterAll(async () => await backend.close())

const send = async (chunk: ReturnType<typeof chunkOf>, by: Phone = shop.phone) =>
  (await by.call('files.send-piece', chunk)).body

function fetchFile(sha256: string, by: Phone) {
  return fetch(`${backend.server.url}${FILES_PATH}${sha256}`, {
    headers: { authorization: `Bearer ${by.token}` },
  })
}

async function anExpense(files: readonly TestFile[] = []): Promise<string> {
  const id = randomUUID()
  const listed = files.map(({ sha256, size }) => ({ sha256, size, name: 'a', type: 'image/png' as const }))
  const made = newExpense(id, files.length > 0 ? { files: listed } : {})
  expect(await shop.phone.pushOne('expense.save', made)).toMatchObject({ state: 'done' })
  return id
}

describe('a file in chunks (offline-design 3.9)', () => {
  test('arrives complete for any chunks in any order, however often sent', async () => {
    let serial = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ offset: fc.nat(2_000), length: fc.integer({ min: 1, max: 900 }) }), {
          maxLength: 12,
        }),
        async (strays) => {
          serial += 1
          const file = makeFile('jpeg', `kipande ${serial}`, 2_000)
          let at = 0
          for (const { offset, length } of strays) {
            const chunk = chunkOf(file, Math.min(offset, file.size), length)
            const answer = (await send(chunk)) as { received: number; state: string }
            // Only the next chunk advances it.
            const next = chunk.offset === at ? at + Buffer.from(chunk.bytes, 'base64').length : at
            expect(answer).toEqual({ received: next, state: next === file.size ? 'whole' : 'more' })
            at = next
          }
          expect(await send(chunkOf(file, at, file.size - at))).toEqual({ received: 2_000, state: 'whole' })
          expect(await send(chunkOf(file))).toEqual({ received: 2_000, state: 'whole' })
          const got = await fetchFile(file.sha256, other)
          expect(Buffer.from(await got.arrayBuffer()).equals(file.content)).toBe(true)
        },
      ),
      { numRuns: 15 },
    )
  })

  test('is sent as a download that no browser runs or shows as a page, only to its own company (design D16)', async () => {
    const file = makeFile('pdf', 'kupakua')
    await send(chunkOf(file))
    const answer = await fetchFile(file.sha256, other)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="receipt-${file.sha256.slice(0, 12)}.pdf"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
      'content-length': '600',
    })
    const foreign = await fetchFile(file.sha256, neighbour.phone)
    const unknown = await fetchFile('a'.repeat(64), neighbour.phone)
    expect([foreign.status, unknown.status]).toEqual([404, 404])
    expect((await fetch(`${backend.server.url}${FILES_PATH}${file.sha256}`)).status).toBe(401)
    expect((await fetchFile(`${file.sha256}0`, other)).status).toBe(404)
  })

  test('that two companies have is kept for each, and read by each', async () => {
    const file = makeFile('png', 'risiti moja')
    await send(chunkOf(file))
    expect(await send({ ...chunkOf(file), bytes: '' }, neighbour.phone)).toEqual({
      received: 0,
      state: 'more',
    })
    expect((await fetchFile(file.sha256, neighbour.phone)).status).toBe(404)
    await send(chunkOf(file), neighbour.phone)
    expect((await fetchFile(file.sha256, neighbour.phone)).status).toBe(200)
  })

  test('is begun at once by two phones and is one file', async () => {
    const file = makeFile('jpeg', 'kwa pamoja', 4_000)
    const answers = await Promise.all(
      [shop.phone, other, shop.phone, other].map((phone) => phone.call('files.send-piece', chunkOf(file))),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const got = await fetchFile(file.sha256, other)
    expect(Buffer.from(await got.arrayBuffer()).equals(file.content)).toBe(true)
  })
})

describe('what may not be kept (spec §9: PDF, PNG or JPG, at most 5 MB)', () => {
  test('is checked by its content, at its first chunk, and refused permanently with its operation', async () => {
    const program = makeFile('exe', 'picha.jpg', 100_000)
    const expenseId = await anExpense()
    expect(await send(chunkOf(program, 0, 50_000))).toEqual({ received: 0, state: 'refused' })
    expect(await send(chunkOf(program, 0, 50_000))).toEqual({ received: 0, state: 'refused' })
    expect(
      await shop.phone.pushOne('expense.keep-file', { expenseId, sha256: program.sha256 }),
    ).toMatchObject({
      state: 'refused',
      code: 'FILE_TYPE_NOT_ALLOWED',
    })
    expect((await fetchFile(program.sha256, shop.phone)).status).toBe(404)
    const short = makeFile('exe', '', 3)
    expect(await send(chunkOf(short))).toEqual({ received: 0, state: 'refused' })
  })

  test('is refused at its first chunk when it is too large', async () => {
    const chunk = { ...chunkOf(makeFile('png', 'kubwa')), size: MAX_FILE_BYTES + 1 }
    expect(await shop.phone.call('files.send-piece', chunk)).toMatchObject({
      status: 422,
      body: { code: 'REQUEST_INVALID', fields: [{ path: 'size', code: 'FILE_TOO_LARGE' }] },
    })
  })

  test('damaged on the way is sent again from the start, and arrives complete (K4)', async () => {
    const file = makeFile('png', 'imeharibika njiani', 3_000)
    const { bytes, ...chunk } = chunkOf(file)
    const flipped = Buffer.from(bytes, 'base64')
    flipped[2_000] = (flipped[2_000] ?? 0) ^ 1
    expect(await send({ ...chunk, bytes: flipped.toString('base64') })).toEqual({
      received: 0,
      state: 'more',
    })
    expect((await fetchFile(file.sha256, shop.phone)).status).toBe(404)
    expect(await send(chunkOf(file))).toEqual({ received: 3_000, state: 'whole' })
    const got = await fetchFile(file.sha256, other)
    expect(Buffer.from(await got.arrayBuffer()).equals(file.content)).toBe(true)
  })

  test('starts over when its content does not match its hash, and is refused after three times', async () => {
    const file = makeFile('png', 'iliyoharibika')
    const wrong = { ...chunkOf(file), sha256: makeFile('png', 'nyingine').sha256 }
    expect(await send(wrong)).toEqual({ received: 0, state: 'more' })
    expect(await send(wrong)).toEqual({ received: 0, state: 'more' })
    expect(await send(wrong)).toEqual({ received: 0, state: 'refused' })
    const expenseId = await anExpense()
    expect(await shop.phone.pushOne('expense.keep-file', { expenseId, sha256: wrong.sha256 })).toMatchObject({
      code: 'FILE_DAMAGED',
    })
  })

  test('that a damaged phone had refused is taken from a phone that has it right', async () => {
    const file = makeFile('png', 'ya simu mbili', 3_000)
    const zeros = { ...chunkOf(file), bytes: Buffer.alloc(3_000).toString('base64') }
    expect(await send(zeros)).toEqual({ received: 0, state: 'refused' })
    expect(await send({ ...zeros, offset: 1_000, bytes: zeros.bytes.slice(0, 400) })).toMatchObject({
      state: 'refused',
    })
    const [first, rest] = [chunkOf(file, 0, 1_000), chunkOf(file, 1_000)]
    expect(await send(first)).toEqual({ received: 1_000, state: 'more' })
    expect(await send(rest)).toEqual({ received: 3_000, state: 'whole' })
    const expenseId = await anExpense()
    expect(await shop.phone.pushOne('expense.keep-file', { expenseId, sha256: file.sha256 })).toMatchObject({
      state: 'done',
    })
  })

  test('a chunk that runs past the end of its file, or is longer than allowed, changes nothing', async () => {
    const file = makeFile('pdf', 'ndefu', 1_000)
    const past = { ...chunkOf(file), size: 999 }
    expect((await shop.phone.call('files.send-piece', past)).status).toBe(422)
    const long = makeFile('pdf', 'ndefu sana', CHUNK_BYTES.max + 3)
    expect((await shop.phone.call('files.send-piece', chunkOf(long))).status).toBe(422)
    expect(await send({ ...chunkOf(file), bytes: '' })).toEqual({ received: 0, state: 'more' })
  })

  test('a request that unpacks to more than a megabyte is refused unread (design D16)', async () => {
    const bomb = gzipSync(
      JSON.stringify({ ...chunkOf(makeFile('png', 'bomu')), bytes: 'A'.repeat(60_000_000) }),
    )
    expect(bomb.length).toBeLessThan(100_000)
    const answer = await fetch(`${backend.server.url}/v1/accounting/files/pieces`, {
      method: 'POST',
      body: new Uint8Array(bomb),
      headers: {
        authorization: `Bearer ${shop.phone.token}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
    })
    expect([answer.status, await answer.json()]).toMatchObject([413, { code: 'REQUEST_TOO_LARGE' }])
  })

  test('a company may have only so many open uploads; one without progress is deleted after a week', async () => {
    const many = await createShop(backend)
    const begun = (text: number) =>
      many.phone.call('files.send-piece', chunkOf(makeFile('png', `f${text}`), 0, 9))
    for (let text = 0; text < UPLOAD_LIMITS.openFiles; text += 1) expect((await begun(text)).status).toBe(200)
    const over = await begun(UPLOAD_LIMITS.openFiles)
    expect(over).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
    // Open uploads continue, and other companies are not affected.
    expect(await send(chunkOf(makeFile('png', 'f3'), 9), many.phone)).toMatchObject({ state: 'whole' })
    expect((await neighbour.phone.call('files.send-piece', chunkOf(makeFile('png', 'jirani')))).status).toBe(
      200,
    )
    backend.clock.advance(8 * DAY_MS)
    await keepRetention(backend.server.services)
    const later = await signInPhone(backend.server, many.companyId)
    expect((await later.call('files.send-piece', chunkOf(makeFile('png', 'baadaye'), 0, 9))).status).toBe(200)
    const rows = await backend.server.services.db
      .selectFrom('files')
      .select(['whole_at'])
      .where('company_id', '=', many.companyId)
      .execute()
    expect(rows).toHaveLength(2)
  })
})
