import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLIENT_PATH } from '#contract/developer-endpoints.ts'
import { makeWebhookSecret, signWebhook } from '#server/gateways/webhooks/sign.ts'
import type * as runtime from '#server/http/public-api/client/runtime.ts'
import { startProgram } from '../../support/api-program.ts'
import { createShop, startTestBackend, type TestBackend } from '../../support/test-backend.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../../..')

let backend: TestBackend
let made: Awaited<ReturnType<typeof startProgram>>
let dir: string
let file: string
let client: typeof runtime
beforeAll(async () => {
  backend = await startTestBackend()
  made = await startProgram(backend.server, (await createShop(backend)).companyId)
  dir = mkdtempSync(join(tmpdir(), 'risiti-client-'))
  file = join(dir, 'risiti-client.ts')
  const response = await fetch(`${backend.server.url}${CLIENT_PATH}`)
  expect(response.headers.get('content-disposition')).toContain('risiti-client.ts')
  writeFileSync(file, await response.text())
  client = (await import(pathToFileURL(file).href)) as typeof runtime
})
afterAll(async () => {
  await backend.close()
  rmSync(dir, { recursive: true, force: true })
})

const SALE = {
  submit: true,
  items: [{ productName: 'Sukari 1 kg', quantity: 2, unitPrice: 3000, taxType: 'standard' as const }],
}

const open = (options: Partial<runtime.RisitiOptions> = {}) =>
  new client.RisitiClient({
    key: made.key,
    baseUrl: backend.server.url,
    wait: async () => undefined,
    ...options,
  })

/** Delivers each request and loses the answers of the first ones. */
function losing(times: number) {
  const keys: (string | null)[] = []
  let lost = 0
  const send: typeof fetch = async (input, init) => {
    keys.push(new Headers(init?.headers).get('idempotency-key'))
    const response = await fetch(input, init)
    lost += 1
    if (lost <= times) throw new TypeError('the connection was cut')
    return response
  }
  return { keys, send }
}

test('the downloaded file compiles alone in strict mode, and knows fields and answers of each call', async () => {
  writeFileSync(
    join(dir, 'use.ts'),
    `import { RisitiClient, verifyWebhook } from './risiti-client.ts'
const risiti = new RisitiClient({ key: 'rsk_test_x' })
const invoice = await risiti.call('invoices.create', { items: [{ productName: 'Sukari', quantity: 1 }] })
const code: string | undefined = invoice.receipt?.rctvnum
const pdf: ArrayBuffer = await risiti.call('invoices.receipt-pdf', { id: invoice.id })
for await (const customer of risiti.each('customers.list', { limit: '100' })) console.log(customer.name)
const { type } = await verifyWebhook('whsec_', new Headers(), '')
console.log(code, pdf, type)
// @ts-expect-error a field that the API does not know
await risiti.call('invoices.create', { items: [], color: 'red' })
// @ts-expect-error a call that does not exist
await risiti.call('invoices.burn', {})
// @ts-expect-error an answer has no such field
console.log(invoice.color)
`,
  )
  const options = [
    '--strict',
    '--noEmit',
    '--target',
    'es2022',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
  ]
  const more = ['--lib', 'es2022,dom,dom.iterable', '--types', '', '--allowImportingTsExtensions']
  const strict = [
    '--noUncheckedIndexedAccess',
    '--exactOptionalPropertyTypes',
    '--noPropertyAccessFromIndexSignature',
  ]
  const tsc = join(ROOT, 'node_modules/.bin/tsc')
  const outcome = await run(tsc, [...options, ...more, ...strict, join(dir, 'use.ts')], { cwd: dir }).catch(
    (error: { stdout: string }) => error,
  )
  expect(outcome.stdout).toBe('')
}, 120_000)

test('a sale whose answers get lost is sent again under the key it had at first, and is one invoice', async () => {
  const { keys, send } = losing(3)
  const invoice = await open({ fetch: send }).call('invoices.create', {
    ...SALE,
    externalReference: 'order 1',
  })
  expect(invoice).toMatchObject({ status: 'submitted', externalReference: 'order 1' })
  expect(keys).toHaveLength(4)
  expect(new Set(keys).size).toBe(1)
  const found = await open().call('invoices.list', { externalReference: 'order 1' })
  expect(found.data.map(({ id }) => id)).toEqual([invoice.id])
  const pdf = await open().call('invoices.receipt-pdf', { id: invoice.id })
  expect(Buffer.from(pdf).toString('latin1', 0, 4)).toBe('%PDF')
})

test('a call that never gets an answer gives its key, with which a later program finishes the same work', async () => {
  const { keys, send } = losing(99)
  const failed: unknown = await open({ fetch: send, attempts: 2 })
    .call('invoices.create', SALE)
    .catch((error: unknown) => error)
  if (!(failed instanceof client.RisitiError)) throw new Error('an error of the client was expected')
  expect(failed).toMatchObject({ status: 0, code: 'NO_ANSWER', idempotencyKey: keys[0] })
  const { idempotencyKey = '' } = failed
  const first = await open().call('invoices.create', SALE, { idempotencyKey })
  const again = await open().call('invoices.create', SALE, { idempotencyKey })
  expect(again).toEqual(first)
})

test('a refusal is thrown at once with its code and fields; a busy minute is waited for as the answer says', async () => {
  const refused: unknown = await open()
    .call('invoices.create', { items: [{ productName: '', quantity: 1 }] })
    .catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 422, code: 'INVOICE_PRODUCT_NOT_SAVED' })
  expect((refused as runtime.RisitiError).fields[0]?.path).toBe('items.0.productId')
  const waited: number[] = []
  const busy: typeof fetch = async (input, init) =>
    waited.length === 0
      ? Response.json({ code: 'TOO_MANY_REQUESTS' }, { status: 429, headers: { 'retry-after': '7' } })
      : await fetch(input, init)
  const me = await open({ fetch: busy, wait: async (ms) => void waited.push(ms) }).call('auth.me', {})
  expect(me.key.name).toBe('Duka mtandaoni')
  expect(waited).toHaveLength(1)
  expect(waited[0]).toBeGreaterThan(5_000)
})

test('every page of a list is read, one record after the other', async () => {
  const risiti = open()
  for (const name of ['Unga', 'Chumvi', 'Mchele']) {
    await risiti.call('products.create', { name, unitPrice: 1000, taxType: 'standard' })
  }
  const names: string[] = []
  for await (const { name } of risiti.each('products.list', { limit: '1' })) names.push(name)
  expect(names).toEqual(expect.arrayContaining(['Unga', 'Chumvi', 'Mchele']))
  expect(new Set(names).size).toBe(names.length)
})

test('verifyWebhook takes what the server signs, and nothing old, altered or signed by another (Standard Webhooks 1.0)', async () => {
  const [secret, other] = [makeWebhookSecret(), makeWebhookSecret()]
  const now = Date.parse('2026-11-24T10:00:00Z')
  const message = { id: 'msg_1', timestamp: now / 1000, body: '{"type":"invoice.issued","data":{}}' }
  const headers = (secrets: readonly string[]) => ({
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': signWebhook(secrets, message),
  })
  const verify = async (by: readonly string[], body = message.body, at = now) =>
    await client.verifyWebhook(secret, headers(by), body, at)
  expect(await verify([secret])).toMatchObject({ type: 'invoice.issued' })
  expect(await verify([other, secret])).toMatchObject({ type: 'invoice.issued' })
  await expect(verify([other])).rejects.toThrow(client.WebhookError)
  await expect(verify([secret], `${message.body} `)).rejects.toThrow(client.WebhookError)
  await expect(verify([secret], message.body, now + 301_000)).rejects.toThrow(/too old/)
  await expect(client.verifyWebhook(secret, {}, '')).rejects.toThrow(client.WebhookError)
})
