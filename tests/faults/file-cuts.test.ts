import 'fake-indexeddb/auto'
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FILES_PATH } from '#contract/files.ts'
import { findFile } from '#data/files.ts'
import { MAX_FILE_BYTES } from '#domain/files/validate-file.ts'
import { runSync } from '#sync/run-sync.ts'
import { type Line, openLine } from '../support/line.ts'
import { signInPhone } from '../support/test-backend.ts'
import { attach, hashesOnServer, spend } from './expense-files.ts'
import { expectConsistent, openTestBed, type TestBed } from './test-bed.ts'

/** As many uploads of 5 MB; `FILE_CUTS=100` for more. */
const RUNS = Number(process.env['FILE_CUTS'] ?? 4)
const HOUR_MS = 60 * 60_000

let testBed: TestBed
let line: Line

beforeAll(async () => {
  testBed = await openTestBed()
  line = await openLine(testBed.proxy.port)
})
afterAll(async () => {
  await line.stop()
  await testBed.close()
})

/**
 * The line is cut after this many more bytes: of what the phone sends, up to a quarter of the file, or of the answers.
 * Then the page or worker that was sending goes on, dies, or dies while another one has begun.
 */
const cutPoint = fc.record({
  where: fc.oneof(
    fc.record({ way: fc.constant('up' as const), bytes: fc.integer({ min: 1, max: MAX_FILE_BYTES / 4 }) }),
    fc.record({ way: fc.constant('down' as const), bytes: fc.integer({ min: 1, max: 4_000 }) }),
  ),
  after: fc.constantFrom('goes on', 'dies', 'another one sends too'),
})

test('5 MB arrive with the same SHA-256, stored once, wherever the line is cut and whenever what sends it dies (K1, C2)', {
  timeout: 120_000 + RUNS * 15_000,
}, async () => {
  const shop = await testBed.openShop()
  const { db } = testBed.backend.server.services
  let inside = 0
  await fc.assert(
    fc.asyncProperty(fc.array(cutPoint, { minLength: 3, maxLength: 8 }), async (points) => {
      const phone = await testBed.phone(shop, { url: line.url })
      const [file] = await attach(phone, [MAX_FILE_BYTES])
      if (!file) throw new Error('not attached')
      await spend(phone, [file])
      for (const { where, after } of points) {
        let opened: Promise<void> | undefined
        const cut = line.cutAfter(where.bytes, where.way).then(() => {
          if (after === 'dies') opened = phone.restart()
        })
        const sending = [phone.sync('online')]
        if (after === 'another one sends too') {
          sending.push(runSync(phone.account, phone.another(), 'online'))
        }
        const ended = Promise.allSettled(sending)
        // Everything may have arrived before so many bytes went.
        await Promise.race([cut, ended])
        await ended
        await opened
        line.heal()
        testBed.backend.clock.advance(HOUR_MS)
        const { sent = 0 } = (await findFile(phone.account.db, file.sha256)) ?? {}
        if (sent > 0 && sent < file.size) inside += 1
      }
      line.heal()
      await phone.syncUntilIdle()

      expect(await phone.unsent()).toEqual([])
      const stored = db
        .selectFrom('files')
        .select(['size', 'received', 'restarts'])
        .where('company_id', '=', shop.companyId)
        .where('sha256', '=', file.sha256)
      // A cut connection hands on no damaged byte: nothing had to start again.
      expect(await stored.execute()).toEqual([{ size: file.size, received: file.size, restarts: 0 }])
      // Hours have passed: an earlier session is over.
      const reader = await signInPhone(testBed.backend.server, shop.companyId)
      const shown = await fetch(`${testBed.backend.server.url}${FILES_PATH}${file.sha256}`, {
        headers: { authorization: `Bearer ${reader.token}` },
      })
      const bytes = Buffer.from(await shown.arrayBuffer())
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256)
      const chunks = db
        .selectFrom('file_pieces')
        .select(({ fn }) => fn.sum<string>(fn('length', ['bytes'])).as('bytes'))
        .where('company_id', '=', shop.companyId)
        .where('sha256', '=', file.sha256)
      expect(Number((await chunks.executeTakeFirstOrThrow()).bytes)).toBe(file.size)
    }),
    { numRuns: RUNS },
  )
  expect(inside).toBeGreaterThan(0)
  expect(await hashesOnServer(testBed, shop)).toHaveLength(RUNS)
  const last = await testBed.phone(shop)
  await expectConsistent(testBed, shop, [last], [await last.sell(shop.productId)])
})
