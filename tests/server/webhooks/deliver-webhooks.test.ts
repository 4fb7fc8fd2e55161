import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { MAX_WEBHOOK_ATTEMPTS } from '#domain/webhooks/retry.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from '#domain/webhooks/webhook.ts'
import { createWebhookGateway } from '#server/gateways/webhooks/live.ts'
import { deliver } from '#server/services/fiscal/deliver.ts'
import { drainWebhook } from '#server/services/webhooks/drain-webhook.ts'
import { listOwners } from '#server/storage/accounts/users.ts'
import { listWebhooksToDrain } from '#server/storage/webhooks/webhooks.ts'
import { logInTestUser } from '../../support/start-test-server.ts'
import { createOperator } from '../../support/tenants.ts'
import {
  aSale,
  invoiceInput,
  invoiceOf,
  Phone,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'
import {
  expectedSignature,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../support/webhook-receiver.ts'
import { openTenant, type Tenant } from '../security-suite/cast.ts'

const TIMING = { elapsedMs: () => performance.now() }

let backend: TestBackend
let shop: Tenant
let receiver: WebhookReceiver
let token: string
let ownerName: string
let phone: Phone
let ownersOfShop = 0
let made: string[] = []

beforeAll(async () => {
  receiver = await startWebhookReceiver()
  backend = await startTestBackend(undefined, {
    environment: { WEBHOOK_TRUSTED_ORIGINS: receiver.origin },
  })
  shop = await openTenant(backend, 'Mwenyewe')
  ownerName = (
    await createOperator(backend.server.services.db, shop.company.id, { user_type: 'company_owner' })
  ).username
  const { services } = backend.server
  ownersOfShop = (await listOwners(services.db, { companyId: shop.company.id })).length
  await signIn()
})
afterAll(async () => {
  await backend.close()
  await receiver.stop()
})
afterEach(async () => {
  for (const id of made) await backend.server.call('webhooks.remove', { id }, token)
  made = []
  receiver.answer = { status: 200 }
  receiver.received.length = 0
})

async function signIn(): Promise<void> {
  token = (await logInTestUser(backend.server, ownerName)).token
  const operator = await logInTestUser(backend.server, shop.operator.username)
  phone = new Phone(backend.server, shop.company.id, shop.operator.id, operator.token)
}

/** Lets time pass; a session does not last so long. */
async function later(ms: number): Promise<void> {
  backend.clock.advance(ms)
  await signIn()
}

async function addAddress(events: readonly WebhookEvent[] = WEBHOOK_EVENTS) {
  const id = randomUUID()
  const url = `${receiver.origin}/risiti`
  const { status, body } = await backend.server.call(
    'webhooks.create',
    { id, url, events: [...events] },
    token,
  )
  expect(status).toBe(200)
  made.push(id)
  return { id, secret: (body as { secret: string }).secret }
}

/** What the job does when the sweep finds the address. */
async function drain(id: string): Promise<void> {
  const { services } = backend.server
  const due = await listWebhooksToDrain(services.db, toInstant(backend.clock.now()))
  if (due.includes(id)) await drainWebhook(services, createWebhookGateway([receiver.origin], TIMING), id)
}

const sell = async () => invoiceOf(await phone.pushOne('invoice.submit', invoiceInput(aSale(shop.productId))))
const typesOf = () => receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type)
const logOf = async (id: string) =>
  (await backend.server.call('webhooks.deliveries', { id }, token)).body as {
    deliveries: { id: string; type: string; state: string; attempts: number; status: number | null }[]
  }

test('a sale is announced when it is submitted and when it is issued, signed, once each with two processes at once (api-ussd-ai.md A5)', async () => {
  await sell()
  await deliver(backend.delivery, shop.identity)
  backend.clock.advance(1_000)
  const { id, secret } = await addAddress()
  const invoice = await sell()
  await deliver(backend.delivery, shop.identity)
  await Promise.all([drain(id), drain(id)])
  await drain(id)
  // Not the sale before the address was added, and both events of the other although the feed names only its last state.
  // Two processes send beside each other, so either may arrive first.
  expect(typesOf().sort()).toEqual(['invoice.issued', 'invoice.submitted'])
  for (const message of receiver.received) {
    expect(message.signatures).toEqual([expectedSignature(secret, message)])
    expect(message.timestamp).toBe(Math.floor(backend.clock.now() / 1_000))
    expect(JSON.parse(message.body)).toMatchObject({
      data: {
        invoiceId: invoice.id,
        externalReference: null,
        status: 'issued',
        rctvnum: invoice.receipt?.rctvnum,
      },
    })
    expect(message.body.length).toBeLessThan(20_000)
  }
})

test('messages that are found at once arrive in the order of what happened', async () => {
  backend.clock.advance(1_000)
  const { id } = await addAddress(['invoice.submitted', 'invoice.issued'])
  const sold: string[] = []
  for (let sale = 0; sale < 40; sale += 1) sold.push((await sell()).id)
  await deliver(backend.delivery, shop.identity)
  await drain(id)
  const seen = receiver.received.flatMap(({ body }) => {
    const { type, data } = JSON.parse(body) as { type: string; data: { invoiceId: string } }
    return sold.includes(data.invoiceId) ? [`${type} ${data.invoiceId}`] : []
  })
  const expected = sold.flatMap((one) => [`invoice.submitted ${one}`, `invoice.issued ${one}`])
  expect(seen).toEqual(expected)
})

test('only the chosen events are announced: a refusal by the authority, a cancellation (A5)', async () => {
  const { id } = await addAddress(['invoice.attention', 'invoice.canceled'])
  await backend.controlSimulator('POST', 'faults', { kind: 'code', code: 917, times: 3 })
  await sell()
  await deliver(backend.delivery, shop.identity)
  await drain(id)
  expect(typesOf()).toEqual(['invoice.attention'])
  const { id: invoiceId } = await sell()
  await phone.pushOne('invoice.cancel', { invoiceId, reason: 'Kosa' })
  await drain(id)
  await drain(id)
  expect(typesOf()).toEqual(['invoice.attention', 'invoice.canceled'])
  const draft = invoiceInput(aSale(shop.productId))
  await phone.pushOne('invoice.save', draft)
  await phone.pushOne('invoice.cancel', { invoiceId: draft.invoiceId, reason: '' })
  await drain(id)
  expect(typesOf()).toEqual(['invoice.attention', 'invoice.canceled', 'invoice.canceled'])
  expect(JSON.parse(receiver.received.at(-1)?.body ?? '')).toMatchObject({
    data: { invoiceId: draft.invoiceId, status: 'canceled', rctvnum: null },
  })
})

test('what is not taken comes again under the same id with a new time, as late as the address asks; a redirect is not followed (A5)', async () => {
  const { id, secret } = await addAddress(['invoice.submitted'])
  await sell()
  receiver.answer = { status: 302, headers: { location: `${receiver.origin}/elsewhere` } }
  await drain(id)
  await drain(id)
  expect(receiver.received).toHaveLength(1)
  receiver.answer = { status: 503, headers: { 'retry-after': '3600' } }
  backend.clock.advance(6_000)
  await drain(id)
  backend.clock.advance(40 * 60_000)
  await drain(id)
  expect(receiver.received).toHaveLength(2)
  receiver.answer = { status: 204 }
  backend.clock.advance(25 * 60_000)
  await drain(id)
  await later(24 * 3_600_000)
  await drain(id)
  const [first, , third, ...more] = receiver.received
  expect(more).toEqual([])
  expect(third?.id).toBe(first?.id)
  expect(third?.timestamp).toBeGreaterThan(first?.timestamp ?? 0)
  if (third) expect(third.signatures).toEqual([expectedSignature(secret, third)])
  expect((await logOf(id)).deliveries).toMatchObject([{ state: 'delivered', attempts: 3, status: 204 }])
})

test('an address that is gone is switched off at once, one that fails for days after its last attempt; what waited goes out when it is on again (A5)', async () => {
  const stateOf = async (id: string) => {
    const { body } = await backend.server.call('webhooks.list', {}, token)
    return (body as { webhooks: { id: string; active: boolean; stoppedBy: string }[] }).webhooks.find(
      (webhook) => webhook.id === id,
    )
  }
  const gone = await addAddress(['invoice.submitted'])
  await sell()
  receiver.answer = { status: 410 }
  await drain(gone.id)
  expect(await stateOf(gone.id)).toMatchObject({ active: false, stoppedBy: 'gone' })
  const mails = async () =>
    await backend.server.services.db
      .selectFrom('mails')
      .select(['to_address', 'subject'])
      .where('subject', 'like', 'Ujumbe wa % umesimama')
      .execute()
  expect(await mails()).toHaveLength(ownersOfShop)
  const failing = await addAddress(['invoice.submitted'])
  await sell()
  receiver.answer = { status: 500 }
  for (let attempt = 1; attempt <= MAX_WEBHOOK_ATTEMPTS + 1; attempt += 1) {
    await drain(failing.id)
    backend.clock.advance(27 * 3_600_000)
  }
  await signIn()
  expect(await stateOf(failing.id)).toMatchObject({ active: false, stoppedBy: 'failing' })
  expect(await mails()).toHaveLength(2 * ownersOfShop)
  expect((await logOf(failing.id)).deliveries).toMatchObject([
    { state: 'failed', attempts: MAX_WEBHOOK_ATTEMPTS, status: 500 },
  ])
  await sell()
  receiver.answer = { status: 200 }
  receiver.received.length = 0
  await drain(failing.id)
  expect(receiver.received).toEqual([])
  await backend.server.call('webhooks.switch', { id: failing.id, active: true }, token)
  await drain(failing.id)
  expect(typesOf()).toEqual(['invoice.submitted'])
})

const MONTH_MS = 31 * 24 * 3_600_000

/** The messages about these invoices, each as its type and the place of its invoice. */
const announcedOf = (invoiceIds: readonly string[]) =>
  receiver.received
    .flatMap(({ body }) => {
      const { type, data } = JSON.parse(body) as { type: string; data: { invoiceId?: string } }
      const place = invoiceIds.indexOf(data.invoiceId ?? '')
      return place < 0 ? [] : [`${type} ${place}`]
    })
    .toSorted()

test('what was announced is not announced again when its invoice changes months later', async () => {
  const { id } = await addAddress(['invoice.submitted', 'invoice.attention', 'invoice.canceled'])
  const { id: accepted } = await sell()
  await deliver(backend.delivery, shop.identity)
  await backend.controlSimulator('POST', 'faults', { kind: 'code', code: 917, times: 3 })
  const { id: rejected } = await sell()
  await deliver(backend.delivery, shop.identity)
  await drain(id)
  const sold = [accepted, rejected]
  const first = ['invoice.attention 1', 'invoice.submitted 0', 'invoice.submitted 1']
  expect(announcedOf(sold)).toEqual(expect.arrayContaining(first))
  for (let month = 0; month < 2; month += 1) {
    await later(MONTH_MS)
    // A message of its own lets the old ones be deleted.
    await backend.server.call('webhooks.test', { id }, token)
    await drain(id)
  }
  const { deliveries } = await logOf(id)
  expect(deliveries.filter(({ type }) => type === 'invoice.submitted')).toEqual([])
  receiver.received.length = 0
  for (const invoiceId of sold) await phone.pushOne('invoice.cancel', { invoiceId, reason: 'Kosa' })
  await drain(id)
  expect(announcedOf(sold)).toEqual(['invoice.canceled 0', 'invoice.canceled 1'])
})

test('what happened while an address was off for months is announced when it is on again, and nothing from before', async () => {
  const { id } = await addAddress(['invoice.submitted', 'invoice.canceled'])
  const { id: before } = await sell()
  await drain(id)
  await backend.server.call('webhooks.switch', { id, active: false }, token)
  const { id: meanwhile } = await sell()
  await phone.pushOne('invoice.cancel', { invoiceId: before, reason: 'Kosa' })
  await later(2 * MONTH_MS)
  await drain(id)
  receiver.received.length = 0
  await backend.server.call('webhooks.switch', { id, active: true }, token)
  await drain(id)
  expect(announcedOf([before, meanwhile])).toEqual(['invoice.canceled 0', 'invoice.submitted 1'])
  expect(receiver.received).toHaveLength(2)
})

test('after a rotation both secrets sign for a day; a test message and a repeat come when they are asked for (A5)', async () => {
  const { id, secret } = await addAddress(['invoice.issued'])
  const rotated = (await backend.server.call('webhooks.rotate', { id }, token)).body as { secret: string }
  await backend.server.call('webhooks.test', { id }, token)
  await drain(id)
  const [sent] = receiver.received
  expect(typesOf()).toEqual(['webhook.test'])
  if (sent) {
    expect(sent.signatures).toEqual([
      expectedSignature(rotated.secret, sent),
      expectedSignature(secret, sent),
    ])
  }
  await backend.server.call('webhooks.resend', { id, deliveryId: sent?.id ?? '' }, token)
  await later(25 * 3_600_000)
  await drain(id)
  const [, again] = receiver.received
  expect(again?.id).toBe(sent?.id)
  if (again) expect(again.signatures).toEqual([expectedSignature(rotated.secret, again)])
})

test('however often a test is asked for, an address that takes none is called by one', async () => {
  const { id } = await addAddress(['invoice.issued'])
  receiver.answer = { status: 500 }
  for (let times = 0; times < 3; times += 1) {
    await backend.server.call('webhooks.test', { id }, token)
    await drain(id)
  }
  expect(typesOf()).toEqual(['webhook.test'])
  receiver.answer = { status: 200 }
  backend.clock.advance(6_000)
  await drain(id)
  await backend.server.call('webhooks.test', { id }, token)
  await drain(id)
  expect(new Set(receiver.received.map((message) => message.id)).size).toBe(2)
  expect((await logOf(id)).deliveries.map(({ state }) => state)).toEqual(['delivered', 'delivered'])
})

test('who repaired what takes the messages need not wait for the next attempt to test it', async () => {
  const { id } = await addAddress(['invoice.issued'])
  receiver.answer = { status: 500 }
  await backend.server.call('webhooks.test', { id }, token)
  await drain(id)
  backend.clock.advance(6_000)
  await drain(id)
  receiver.answer = { status: 200 }
  await backend.server.call('webhooks.test', { id }, token)
  await drain(id)
  expect((await logOf(id)).deliveries.map(({ state }) => state)).toEqual(['delivered'])
})
