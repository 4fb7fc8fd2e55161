import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { readConfig } from '#server/config.ts'
import { createMetrics } from '#server/metrics.ts'
import { deliver } from '#server/services/fiscal/deliver.ts'
import { openDatabase } from '#server/storage/database.ts'
import { insertHolds } from '#server/storage/fiscal/numbering-holds.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  type Shop,
  startTestBackend,
  type TestBackend,
} from '#tests/support/test-backend.ts'

let backend: TestBackend
let shop: Shop
beforeAll(async () => {
  backend = await startTestBackend(undefined, { environment: { METRICS_PORT: '0' } })
  shop = await createShop(backend)
})
afterAll(async () => await backend.close())

/** Address of the figures, as the log of the start names it. */
function metricsUrl(path = '/metrics'): string {
  const { metricsPort } = backend.server.events.find(({ event }) => event === 'listening') ?? {}
  return `http://127.0.0.1:${String(metricsPort)}${path}`
}
const readText = async () => await (await fetch(metricsUrl())).text()

/** The value of one line; `undefined` without it. */
async function figure(line: string): Promise<number | undefined> {
  const found = (await readText()).split('\n').find((text) => text.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length + 1))
}
const sell = () => shop.phone.pushOne('invoice.submit', invoiceInput(aSale(shop.productId)))

test('the figures are at an address of their own, and the one of the public has none', async () => {
  const answer = await fetch(metricsUrl())
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(await answer.text()).toContain('process_cpu_seconds_total')
  expect((await fetch(metricsUrl('/'))).status).toBe(404)
  expect((await fetch(metricsUrl(), { method: 'POST' })).status).toBe(404)
  const ofPublic = await (await fetch(`${backend.server.url}/metrics`)).text()
  expect(ofPublic).not.toContain('process_cpu_seconds_total')
})

test('a receipt is seen waiting, with its age, and then how long it took to the authority', async () => {
  expect(await figure('risiti_receipts_waiting{state="numbered"}')).toBe(0)
  await sell()
  backend.clock.advance(40_000)
  expect(await figure('risiti_receipts_waiting{state="numbered"}')).toBe(1)
  expect(await figure('risiti_receipts_oldest_seconds{state="numbered"}')).toBe(40)
  await deliver(backend.delivery, shop.identity)
  expect(await figure('risiti_receipts_waiting{state="numbered"}')).toBe(0)
  expect(await figure('risiti_receipt_delivery_seconds_count')).toBe(1)
  expect(await figure('risiti_receipt_delivery_seconds_sum')).toBe(40)
})

test('the push of the sale is counted by its endpoint, its growth of the feed by the notice', async () => {
  const counted = 'risiti_http_request_seconds_count{route="sync.push",method="POST",status="200"}'
  const before = (await figure(counted)) ?? 0
  const notices = (await figure('risiti_feed_notice_seconds_count')) ?? 0
  await sell()
  expect(await figure(counted)).toBe(before + 1)
  await expect.poll(() => figure('risiti_feed_notice_seconds_count')).toBeGreaterThan(notices)
  await expect.poll(() => figure('risiti_feed_lag_seconds_count')).toBeGreaterThan(notices)
  expect(await figure('risiti_feed_notices_lost_total')).toBe(0)
  expect(await figure('risiti_feed_streams')).toBe(0)
})

test('connections of the pool and held numbering are there', async () => {
  expect(await figure('risiti_database_connections{state="most"}')).toBe(10)
  expect(await figure('risiti_database_connections{state="waiting"}')).toBe(0)
  expect(await figure('risiti_database_up')).toBe(1)
  expect(await figure('risiti_numbering_holds')).toBe(0)
  const { db } = backend.server.services
  const { epoch } = await db.selectFrom('server_state').select('epoch').executeTakeFirstOrThrow()
  const at = toInstant(backend.clock.now())
  await insertHolds(db, { epoch, at, backupAt: at, activeSince: at, reason: 'restored' })
  expect(await figure('risiti_numbering_holds')).toBe(1)
})

test('no figure names a company, a person, a document or the end of a link', async () => {
  const secret = 'aHR0cHM6Ly9leGFtcGxlLmNvbQ'
  await fetch(`${backend.server.url}/slip/${secret}`)
  await fetch(`${backend.server.url}/v1/accounting/${secret}?key=${secret}`)
  await fetch(`${backend.server.url}/${secret}`)
  const text = await readText()
  expect(text).toContain('route="/slip/:')
  const { companyId, identity, phone, productId } = shop
  for (const name of [
    secret,
    companyId,
    identity.id,
    identity.tin,
    identity.certKey,
    phone.userId,
    productId,
  ])
    expect(text).not.toContain(name)
  const labels = new Set([...text.matchAll(/(\w+)="/g)].map(([, label]) => label))
  for (const ofNode of ['version', 'major', 'minor', 'patch', 'space', 'kind', 'type', 'le'])
    labels.delete(ofNode)
  expect(labels).toEqual(new Set(['method', 'route', 'state', 'status']))
})

test('while the database is away the process says so and gives its own figures', async () => {
  const metrics = createMetrics()
  const { db, pool, close } = openDatabase({
    connectionString: 'postgres://nobody@127.0.0.1:1/none',
    log: () => undefined,
  })
  metrics.observe({ clock: backend.clock, db, pool, countStreams: () => 3 })
  const { text } = await metrics.read()
  expect(text).toContain('risiti_database_up 0')
  expect(text).toContain('risiti_feed_streams 3')
  expect(text).not.toMatch(/^risiti_receipts_waiting\{/m)
  await close()
})

test('a database that only reads is not up, as for /healthz; what waits is still there', async () => {
  const metrics = createMetrics()
  const { connectionString } = backend.server
  const readOnly = `${connectionString}?options=-c%20default_transaction_read_only%3Don`
  const { db, pool, close } = openDatabase({ connectionString: readOnly, log: () => undefined })
  metrics.observe({ clock: backend.clock, db, pool, countStreams: () => 0 })
  const { text } = await metrics.read()
  expect(text).toContain('risiti_database_up 0')
  expect(text).toMatch(/^risiti_receipts_waiting\{state="numbered"\} \d/m)
  await close()
})

describe('the settings', () => {
  test('without METRICS_PORT there are none; with it they are on the loopback address', () => {
    expect(readConfig({}).metrics).toBeNull()
    expect(readConfig({ METRICS_PORT: '9400' }).metrics).toEqual({ host: '127.0.0.1', port: 9_400 })
    expect(readConfig({ METRICS_PORT: '9400', METRICS_HOST: '10.0.0.5' }).metrics?.host).toBe('10.0.0.5')
  })

  test('the port of the public is refused', () => {
    expect(() => readConfig({ PORT: '4000', METRICS_PORT: '4000' })).toThrow(/METRICS_PORT/)
  })
})
