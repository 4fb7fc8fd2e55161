import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { webhookMessageSchema } from '#contract/public-api/webhook-messages.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from '#domain/webhooks/webhook.ts'
import { createWebhookGateway } from '#server/gateways/webhooks/live.ts'
import { startMaintenance } from '#server/jobs/maintenance.ts'
import { announceAllExpiringKeys } from '#server/services/api-keys/announce-expiring.ts'
import { deliver } from '#server/services/fiscal/deliver.ts'
import { applyIdentityStatus, refreshIdentityStatus } from '#server/services/fiscal/identity-status.ts'
import { drainWebhook } from '#server/services/webhooks/drain-webhook.ts'
import { listCompaniesOfExpiringKeys } from '#server/storage/api/expiring-keys.ts'
import { findCompanyIdentity } from '#server/storage/fiscal/identities.ts'
import { inTransaction } from '#server/storage/in-transaction.ts'
import { listWebhooksToDrain } from '#server/storage/webhooks/webhooks.ts'
import { insertApiKey } from '../../support/insert-api-key.ts'
import { logInTestUser } from '../../support/start-test-server.ts'
import { startTestBackend, type TestBackend } from '../../support/test-backend.ts'
import {
  expectedSignature,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../support/webhook-receiver.ts'
import { addKey, type KeyHolder, openKeyHolders } from '../security-suite/key-holders.ts'

type Message = { readonly type: WebhookEvent; readonly mode: string; readonly data: unknown }

const HOUR = 3_600_000
const DAY = 24 * HOUR

let backend: TestBackend
let receiver: WebhookReceiver
let own: KeyHolder
let sandbox: KeyHolder
let token: string

beforeAll(async () => {
  receiver = await startWebhookReceiver()
  backend = await startTestBackend(undefined, { environment: { WEBHOOK_TRUSTED_ORIGINS: receiver.origin } })
})
afterAll(async () => {
  await backend.close()
  await receiver.stop()
})
beforeEach(async () => {
  const [first, , third] = await openKeyHolders(backend)
  if (!first || !third) throw new Error('a company is missing')
  own = first
  sandbox = third
  await signIn()
  receiver.received.length = 0
  receiver.answer = { status: 200 }
})

async function signIn(): Promise<void> {
  const { username } = await backend.server.services.db
    .selectFrom('users')
    .select('username')
    .where('id', '=', own.ownerId)
    .executeTakeFirstOrThrow()
  token = (await logInTestUser(backend.server, username)).token
}

async function addAddress(
  events: readonly WebhookEvent[] = WEBHOOK_EVENTS,
  mode: 'live' | 'test' = 'live',
): Promise<{ readonly id: string; readonly secret: string }> {
  const address = { id: randomUUID(), url: `${receiver.origin}/risiti`, events: [...events], mode }
  const { status, body } = await backend.server.call('webhooks.create', address, token)
  expect(status).toBe(200)
  return { id: address.id, secret: (body as { secret: string }).secret }
}

/** What the jobs send now; each message must be one that its schema describes. */
async function receive(): Promise<readonly Message[]> {
  const { services, clock } = backend.server
  const before = receiver.received.length
  const gateway = createWebhookGateway([receiver.origin], { elapsedMs: () => performance.now() })
  for (const id of await listWebhooksToDrain(services.db, toInstant(clock.now())))
    await drainWebhook(services, gateway, id)
  return receiver.received.slice(before).map(({ body }) => {
    const message = JSON.parse(body) as Message
    expect(v.parse(webhookMessageSchema(message.type), message)).toEqual(message)
    return message
  })
}

async function sell(): Promise<void> {
  const { program } = await addKey(backend, own)
  const items = [{ productName: 'Chai', quantity: 1, unitPrice: 1000, taxType: 'standard' }]
  const sold = await program.post('/v1/accounting/public/invoices', { items, submit: true })
  expect(sold.status).toBe(202)
  await deliver(backend.delivery, await identity())
}

async function identity() {
  const found = await findCompanyIdentity(backend.server.services.db, own)
  if (!found) throw new Error('the company has no device')
  return found
}

/** Asks the authority how the device is, as the job of the night does. */
async function ask(change: 'block' | 'unblock', message = ''): Promise<void> {
  const device = await identity()
  await backend.controlSimulator('POST', `devices/${device.certKey}/${change}`, { message })
  await backend.delivery.tokenStoreOf(device.id).delete()
  await refreshIdentityStatus(backend.delivery, device)
}

const typesOf = (messages: readonly { readonly type: string }[]) => messages.map(({ type }) => type)

test('the acknowledged report of a day is announced once, signed, and comes again under the same id when it is not taken (A5)', async () => {
  const { secret } = await addAddress(['z_report.acknowledged'])
  await sell()
  expect(await receive()).toEqual([])
  const day = new Date(backend.clock.now() + 3 * HOUR).toISOString().slice(0, 10)
  backend.clock.advance(DAY)
  await deliver(backend.delivery, await identity())
  await deliver(backend.delivery, await identity())
  receiver.answer = { status: 503 }
  expect(await receive()).toMatchObject([
    { type: 'z_report.acknowledged', mode: 'live', data: { day, znumber: day.replaceAll('-', '') } },
  ])
  receiver.answer = { status: 200 }
  backend.clock.advance(10_000)
  await receive()
  expect(await receive()).toEqual([])
  const [first, second, ...more] = receiver.received
  expect(more).toEqual([])
  expect(second?.id).toBe(first?.id)
  for (const message of receiver.received)
    expect(message.signatures).toEqual([expectedSignature(secret, message)])
})

test('a block by the authority and its end are announced once each; another reason is the same block (A5)', async () => {
  await addAddress(['company.blocked', 'company.unblocked'])
  await addAddress(['invoice.submitted'])
  await ask('block', 'Unpaid tax')
  await ask('block', 'Unpaid tax')
  await ask('block', 'Unpaid fine')
  const blocked = await receive()
  expect(blocked).toMatchObject([
    {
      type: 'company.blocked',
      mode: 'live',
      data: { companyId: own.companyId, reason: 'Unpaid tax', fiscalState: 'blocked' },
    },
  ])
  await ask('unblock')
  await ask('unblock')
  const unblocked = await receive()
  expect(unblocked).toMatchObject([
    { type: 'company.unblocked', data: { companyId: own.companyId, reason: '', fiscalState: 'active' } },
  ])
  const [before, after] = [...blocked, ...unblocked].map(({ data }) => (data as { rev: number }).rev)
  expect(after).toBeGreaterThan(before ?? Number.POSITIVE_INFINITY)
  await ask('block', 'Unpaid tax')
  expect(typesOf(await receive())).toEqual(['company.blocked'])
})

test('an address that is off gets what happened when it is on again (A5)', async () => {
  const { id } = await addAddress(['company.blocked'])
  await backend.server.call('webhooks.switch', { id, active: false }, token)
  await ask('block', 'Unpaid tax')
  expect(await receive()).toEqual([])
  await backend.server.call('webhooks.switch', { id, active: true }, token)
  expect(typesOf(await receive())).toEqual(['company.blocked'])
})

test('a block whose transaction is undone is not announced (A5)', async () => {
  await addAddress(['company.blocked'])
  const { db } = backend.server.services
  const device = await identity()
  const status = { state: 'blocked', reason: 'Unpaid tax' } as const
  const undone = inTransaction(db, async (tx) => {
    await applyIdentityStatus(tx, device, status, toInstant(backend.clock.now()))
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await receive()).toEqual([])
})

test('a key that ends within 7 days is announced once by the job of the day, in its own mode (A5)', async () => {
  await addAddress(['key.expiring'])
  await addAddress(['key.expiring'], 'test')
  const { services } = backend.server
  const endOf = async (holder: KeyHolder, days: number) => {
    const { clientId } = await insertApiKey(services, holder, { userId: holder.ownerId, mode: holder.mode })
    const expires_at = toInstant(backend.clock.now() + days * DAY)
    await services.db
      .updateTable('api_secrets')
      .set({ expires_at })
      .where('client_id', '=', clientId)
      .execute()
    return { clientId, expiresAt: expires_at }
  }
  const soon = await endOf(own, 6)
  const later = await endOf(own, 9)
  const tested = await endOf(sandbox, 6)
  await endOf(own, -1)
  const revoked = await endOf(own, 6)
  await backend.server.call('api-keys.revoke', { id: revoked.clientId }, token)
  await Promise.all([announceAllExpiringKeys(services), announceAllExpiringKeys(services)])
  const found = await receive()
  expect(found).toHaveLength(2)
  const keyOf = (mode: string) => found.find((message) => message.mode === mode)?.data
  expect(keyOf('live')).toMatchObject({ keyId: soon.clientId, name: 'Program', expiresAt: soon.expiresAt })
  expect(keyOf('test')).toMatchObject({ keyId: tested.clientId, expiresAt: tested.expiresAt })
  expect(JSON.stringify(found)).not.toMatch(/rsk_(?:live|test)_\w{6}/)
  await announceAllExpiringKeys(services)
  expect(await receive()).toEqual([])
  backend.clock.advance(3 * DAY)
  await startMaintenance(services).stop()
  expect(await receive()).toMatchObject([{ type: 'key.expiring', data: { keyId: later.clientId } }])
})

test('a company whose keys cannot be announced keeps no other from it', async () => {
  const { services } = backend.server
  const [, other] = await openKeyHolders(backend)
  if (!other) throw new Error('a company is missing')
  const soon = toInstant(backend.clock.now() + DAY)
  for (const holder of [own, other]) {
    const { clientId } = await insertApiKey(services, holder, { userId: holder.ownerId, mode: holder.mode })
    await services.db
      .updateTable('api_secrets')
      .set({ expires_at: soon })
      .where('client_id', '=', clientId)
      .execute()
  }
  const now = toInstant(backend.clock.now())
  const waiting = async () => await listCompaniesOfExpiringKeys(services.db, { now, until: soon })
  const [first, ...rest] = await waiting()
  expect(rest).not.toEqual([])
  await sql`create function refuse_one() returns trigger language plpgsql as $$ begin
    if new.company_id = ${sql.lit(first)} then raise 'broken'; end if; return new; end $$`.execute(
    services.db,
  )
  await sql`create trigger refuses before update on api_secrets for each row execute function refuse_one()`.execute(
    services.db,
  )
  const failed: unknown[] = []
  try {
    await announceAllExpiringKeys({ ...services, log: (entry) => failed.push(entry) })
    expect(failed).toMatchObject([{ companyId: first }])
    expect(await waiting()).toEqual([first])
  } finally {
    await sql`drop trigger refuses on api_secrets`.execute(services.db)
    await sql`drop function refuse_one`.execute(services.db)
  }
})

test('a rotation announces at once that the old key ends, unless it ended with it (A5)', async () => {
  await addAddress(['key.expiring'])
  const { clientId: id } = await addKey(backend, own)
  const rotated = await backend.server.call('api-keys.rotate', { id, overlapHours: 1 }, token)
  expect(rotated.status).toBe(200)
  const [said, ...more] = await receive()
  expect(more).toEqual([])
  const expiresAt = toInstant(backend.clock.now() + HOUR)
  expect(said).toMatchObject({ type: 'key.expiring', data: { keyId: id, expiresAt } })
  await backend.server.call('api-keys.rotate', { id, overlapHours: 0 }, token)
  await announceAllExpiringKeys(backend.server.services)
  expect(await receive()).toEqual([])
})

test('the list of addresses keeps apart what an older app cannot read (A5)', async () => {
  const { id } = await addAddress(['key.expiring', 'invoice.issued'])
  const { body } = await backend.server.call('webhooks.list', {}, token)
  expect((body as { webhooks: { id: string }[] }).webhooks.find((one) => one.id === id)).toMatchObject({
    events: ['invoice.issued'],
    moreEvents: ['key.expiring'],
  })
})

test('the description has every event with the fields of its message (OpenAPI)', async () => {
  const { body } = await backend.server.call('developer.description', {})
  const described = (body as { webhooks: Record<string, { post: { summary: string; requestBody: object } }> })
    .webhooks
  expect(Object.keys(described)).toEqual([...WEBHOOK_EVENTS])
  expect(JSON.stringify(described['key.expiring']?.post.requestBody)).toContain('"expiresAt"')
  expect(JSON.stringify(described['z_report.acknowledged']?.post.requestBody)).toContain('"znumber"')
})
