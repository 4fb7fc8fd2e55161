import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { createWebhookGateway } from '#server/gateways/webhooks/live.ts'
import { drainWebhook } from '#server/services/webhooks/drain-webhook.ts'
import { listWebhooksToDrain } from '#server/storage/webhooks/webhooks.ts'
import { ApiProgram } from '../../support/api-program.ts'
import { insertApiKey } from '../../support/insert-api-key.ts'
import { logInTestUser } from '../../support/start-test-server.ts'
import { startTestBackend, type TestBackend } from '../../support/test-backend.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts'
import { addKey, type KeyHolder, openKeyHolders } from '../security-suite/key-holders.ts'

type Message = {
  readonly type: string
  readonly mode: string
  readonly data: { readonly invoiceId?: string; readonly externalReference?: string | null }
}
type Places = Readonly<Record<'live' | 'test' | 'neighbour', string>>

let backend: TestBackend
let receiver: WebhookReceiver
let holders: Readonly<Record<'own' | 'other' | 'sandbox', KeyHolder>>
let tokens: Readonly<Record<'own' | 'other', string>>
let made: Places

beforeAll(async () => {
  receiver = await startWebhookReceiver()
  backend = await startTestBackend(undefined, { environment: { WEBHOOK_TRUSTED_ORIGINS: receiver.origin } })
  const [own, other, sandbox] = await openKeyHolders(backend)
  if (!own || !other || !sandbox) throw new Error('a company is missing')
  holders = { own, other, sandbox }
  tokens = { own: await tokenOf(own), other: await tokenOf(other) }
  made = {
    live: await addAddress(tokens.own, 'live'),
    test: await addAddress(tokens.own, 'test'),
    neighbour: await addAddress(tokens.other, undefined),
  }
  await receive()
})
afterAll(async () => {
  await backend.close()
  await receiver.stop()
})
afterEach(() => {
  receiver.received.length = 0
})

async function tokenOf({ ownerId }: KeyHolder): Promise<string> {
  const { db } = backend.server.services
  const { username } = await db
    .selectFrom('users')
    .select('username')
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return (await logInTestUser(backend.server, username)).token
}

/** An address for everything; its path says which one it is. */
async function addAddress(token: string, mode: 'live' | 'test' | undefined): Promise<string> {
  const id = randomUUID()
  const address = { id, url: `${receiver.origin}/risiti`, events: ['invoice.submitted' as const] }
  const created = await backend.server.call('webhooks.create', { ...address, ...(mode && { mode }) }, token)
  expect(created.status).toBe(200)
  return id
}

/** What the jobs send now, by address. */
async function receive(): Promise<Readonly<Record<string, readonly Message[]>>> {
  const { services, clock } = backend.server
  const gateway = createWebhookGateway([receiver.origin], { elapsedMs: () => performance.now() })
  const messages: Record<string, Message[]> = {}
  for (const id of await listWebhooksToDrain(services.db, toInstant(clock.now()))) {
    const before = receiver.received.length
    await drainWebhook(services, gateway, id)
    messages[id] = receiver.received.slice(before).map(({ body }) => JSON.parse(body) as Message)
  }
  return messages
}

async function sell(program: ApiProgram): Promise<string> {
  const items = [{ productName: 'Chai', quantity: 1, unitPrice: 1000, taxType: 'standard' }]
  const sale = { items, submit: true, externalReference: `order-${randomUUID()}` }
  const { status, body, text } = await program.post('/v1/accounting/public/invoices', sale)
  expect(status, text).toBe(202)
  return String(body['id'])
}

test('what a test key does is sent only to addresses for tests, as a test; a live sale only to the others, as live', async () => {
  backend.clock.advance(1_000)
  const testId = await sell((await addKey(backend, holders.sandbox)).program)
  const first = await receive()
  expect(first[made.test]).toMatchObject([
    { type: 'invoice.submitted', mode: 'test', data: { invoiceId: testId } },
  ])
  expect([first[made.live] ?? [], first[made.neighbour] ?? []]).toEqual([[], []])
  const { key } = await insertApiKey(backend.server.services, holders.own, { userId: holders.own.ownerId })
  const liveId = await sell(new ApiProgram(backend.server.url, key))
  const second = await receive()
  // The program finds its own order by the reference that it gave.
  expect(second[made.live]).toMatchObject([{ mode: 'live', data: { invoiceId: liveId } }])
  expect(second[made.live]?.[0]?.data['externalReference']).toMatch(/^order-/)
  expect([second[made.test] ?? [], second[made.neighbour] ?? []]).toEqual([[], []])
})

test('the owner sees both kinds, tries, replaces, switches and removes one of the sandbox; a neighbour does not know it', async () => {
  const { server } = backend
  const id = await addAddress(tokens.own, 'test')
  const { body } = await server.call('webhooks.list', {}, tokens.own)
  const { webhooks } = body as { webhooks: { id: string; mode: string }[] }
  expect(new Map(webhooks.map((one) => [one.id, one.mode]))).toEqual(
    new Map([
      [made.live, 'live'],
      [made.test, 'test'],
      [id, 'test'],
    ]),
  )
  await server.call('webhooks.test', { id }, tokens.own)
  const sent = await receive()
  expect(sent[id]).toMatchObject([{ type: 'webhook.test', mode: 'test' }])
  const log = await server.call('webhooks.deliveries', { id }, tokens.own)
  const [delivery] = (log.body as { deliveries: { id: string; state: string }[] }).deliveries
  expect(delivery?.state).toBe('delivered')
  const deliveryId = delivery?.id ?? ''
  for (const answer of [
    await server.call('webhooks.deliveries', { id }, tokens.other),
    await server.call('webhooks.resend', { id, deliveryId }, tokens.other),
    await server.call('webhooks.remove', { id }, tokens.other),
  ]) {
    expect(answer.status).toBe(404)
  }
  expect((await server.call('webhooks.resend', { id, deliveryId }, tokens.own)).status).toBe(200)
  expect((await server.call('webhooks.rotate', { id }, tokens.own)).status).toBe(200)
  const off = await server.call('webhooks.switch', { id, active: false }, tokens.own)
  const states = (off.body as { webhooks: { id: string; active: boolean }[] }).webhooks
  expect(states.find((one) => one.id === id)?.active).toBe(false)
  const left = await server.call('webhooks.remove', { id }, tokens.own)
  expect((left.body as { webhooks: unknown[] }).webhooks).toHaveLength(2)
})
