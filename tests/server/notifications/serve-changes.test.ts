import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CHANGES_STREAM_PATH } from '#contract/notifications.ts'
import { readConfig } from '#server/config.ts'
import { type RunningServer, startServer } from '#server/start-server.ts'
import { shareCompressedApp } from '#tests/support/share-server-work.ts'
import { logInTestUser } from '#tests/support/start-test-server.ts'
import { createUser } from '#tests/support/tenants.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  type Shop,
  signInPhone,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

let backend: TestBackend
let shop: Shop
/** Another server process on the same database. */
let second: RunningServer
let dataDir: string
const open: Stream[] = []

beforeAll(async () => {
  backend = await startTestBackend()
  shop = await createShop(backend)
  dataDir = mkdtempSync(join(tmpdir(), 'risiti-second-'))
  shareCompressedApp(dataDir)
  const RISITI_KEY = Buffer.alloc(32, 9).toString('base64')
  second = await startServer(
    readConfig({ PORT: '0', DATA_DIR: dataDir, DATABASE_URL: backend.server.connectionString, RISITI_KEY }),
    { clock: backend.clock, log: () => undefined, background: false },
  )
})
afterAll(async () => {
  await second.stop()
  await backend.close()
  rmSync(dataDir, { recursive: true, force: true })
})
afterEach(() => {
  for (const stream of open.splice(0)) stream.close()
})

type Stream = {
  readonly status: number
  /** What the events said, in order. */
  readonly upTo: readonly number[]
  readonly ended: () => boolean
  close(): void
}

async function listenTo(url: string, token: string | undefined): Promise<Stream> {
  const leaving = new AbortController()
  const response = await fetch(`${url}${CHANGES_STREAM_PATH}`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  })
  const upTo: number[] = []
  let ended = false
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      for (const [, number] of decoder.decode(chunk, { stream: true }).matchAll(/"upTo":"(\d+)"/g)) {
        upTo.push(Number(number))
      }
    }
  }
  void read()
    .catch(() => undefined)
    .finally(() => {
      ended = true
    })
  const stream = { status: response.status, upTo, ended: () => ended, close: () => leaving.abort() }
  open.push(stream)
  return stream
}

const sell = async (own: Shop) =>
  await own.phone.pushOne('invoice.submit', invoiceInput(aSale(own.productId)))
const last = (stream: Stream) => stream.upTo.at(-1) ?? 0

describe('the stream of changes', () => {
  test('says how far the feed is, and again when it grows: one event for many changes', async () => {
    const stream = await listenTo(backend.server.url, shop.phone.token)
    await expect.poll(() => stream.upTo.length).toBe(1)
    const before = last(stream)
    for (let sold = 0; sold < 5; sold += 1) await sell(shop)
    const { upTo } = (await shop.phone.call('notifications.read', {})).body as { upTo: string }
    await expect.poll(() => last(stream)).toBe(Number(upTo))
    expect(Number(upTo)).toBeGreaterThan(before)
    expect(stream.upTo.length).toBeLessThan(7)
  })

  test('reaches a page that is served by another process', async () => {
    // The other process has keys of its own: its page signs in there.
    const user = await createUser(backend.server.services.db, {
      user_type: 'company_owner',
      company_id: shop.companyId,
    })
    const { token } = await logInTestUser(callerOf(second), user.username)
    const stream = await listenTo(second.url.replace('localhost', '127.0.0.1'), token)
    await expect.poll(() => stream.upTo.length).toBe(1)
    const before = last(stream)
    await sell(shop)
    await expect.poll(() => last(stream)).toBeGreaterThan(before)
  })

  test('comes to a change whose notice was lost, because its process died after the commit', async () => {
    const stream = await listenTo(backend.server.url, shop.phone.token)
    await expect.poll(() => stream.upTo.length).toBe(1)
    const before = last(stream)
    await backend.server.services.db
      .updateTable('companies')
      .set((set) => ({ change_seq: set('change_seq', '+', '1') }))
      .where('id', '=', shop.companyId)
      .execute()
    await expect.poll(() => last(stream), { timeout: 20_000 }).toBe(before + 1)
  })

  test('sends nothing to another company', async () => {
    const other = await createShop(backend)
    const theirs = await listenTo(backend.server.url, other.phone.token)
    const ours = await listenTo(backend.server.url, shop.phone.token)
    await expect.poll(() => theirs.upTo.length).toBe(1)
    await expect.poll(() => ours.upTo.length).toBe(1)
    await sell(shop)
    await expect.poll(() => ours.upTo.length).toBe(2)
    expect(theirs.upTo).toHaveLength(1)
  })

  test('ends when its person may no longer work (spec §4)', async () => {
    const phone = await signInPhone(backend.server, shop.companyId)
    const stream = await listenTo(backend.server.url, phone.token)
    await expect.poll(() => stream.upTo.length).toBe(1)
    const { db } = backend.server.services
    await db.updateTable('users').set({ status: 'inactive' }).where('id', '=', phone.userId).execute()
    backend.clock.advance(2_001)
    await sell(shop)
    await expect.poll(stream.ended).toBe(true)
    expect(stream.upTo).toHaveLength(1)
  })

  test('of one person are six at most: the oldest ends', async () => {
    const phone = await signInPhone(backend.server, shop.companyId)
    const streams: Stream[] = []
    for (let tab = 0; tab < 7; tab += 1) streams.push(await listenTo(backend.server.url, phone.token))
    await expect.poll(() => streams.findIndex((stream) => stream.ended())).toBe(0)
    expect(streams.filter((stream) => stream.ended())).toHaveLength(1)
  })

  test.each([
    ['nobody', undefined, 401],
    ['a made-up token', 'made.up.token', 401],
  ])('is closed to %s', async (_, token, status) => {
    expect((await listenTo(backend.server.url, token)).status).toBe(status)
  })

  test('is closed to who works for no company', async () => {
    const admin = await createUser(backend.server.services.db, { user_type: 'platform_admin' })
    const { token } = await logInTestUser(backend.server, admin.username)
    expect((await listenTo(backend.server.url, token)).status).toBe(403)
  })

  test('does not keep a server from stopping', async () => {
    const extra = await startServer(
      readConfig({ PORT: '0', DATA_DIR: dataDir, DATABASE_URL: backend.server.connectionString }),
      { clock: backend.clock, log: () => undefined, background: false },
    )
    const { token } = await logInTestUser(callerOf(extra), await anyUsername())
    const stream = await listenTo(extra.url.replace('localhost', '127.0.0.1'), token)
    const before = performance.now()
    await extra.stop()
    expect(performance.now() - before).toBeLessThan(5_000)
    await expect.poll(stream.ended).toBe(true)
  })
})

async function anyUsername(): Promise<string> {
  return (await createUser(backend.server.services.db, { company_id: shop.companyId })).username
}

/** Calls by name on a process that the market does not know. */
function callerOf(server: RunningServer): Pick<TestBackend['server'], 'call'> {
  return {
    call: async (name, input) => {
      if (name !== 'auth.login') throw new Error(`only logins here, not ${name}`)
      const response = await fetch(`http://127.0.0.1:${server.port}/api/v2/user/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      })
      return { status: response.status, headers: response.headers, body: await response.json() }
    },
  }
}
