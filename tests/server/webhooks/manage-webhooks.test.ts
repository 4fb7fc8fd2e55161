import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_WEBHOOKS } from '#domain/webhooks/webhook.ts'
import { startProgram } from '../../support/api-program.ts'
import { startTestServer, type TestServer } from '../../support/start-test-server.ts'
import { createCompany } from '../../support/tenants.ts'

let server: TestServer
let token: string
let neighbour: string
beforeAll(async () => {
  server = await startTestServer()
  const { db } = server.services
  token = (await startProgram(server, (await createCompany(db)).id)).token
  neighbour = (await startProgram(server, (await createCompany(db)).id)).token
})
afterAll(async () => await server.stop())

const create = async (id: string, url: string, by = token) =>
  await server.call('webhooks.create', { id, url, events: ['invoice.issued'] }, by)

test('the address of another company is as unknown as one that never was', async () => {
  const id = randomUUID()
  expect((await create(id, 'https://duka.example/risiti')).status).toBe(200)
  const { body } = await server.call('webhooks.test', { id }, token)
  const deliveryId = (body as { deliveries: { id: string }[] }).deliveries[0]?.id ?? ''
  for (const named of [id, randomUUID()]) {
    const answers = [
      await server.call('webhooks.rotate', { id: named }, neighbour),
      await server.call('webhooks.switch', { id: named, active: false }, neighbour),
      await server.call('webhooks.remove', { id: named }, neighbour),
      await server.call('webhooks.deliveries', { id: named }, neighbour),
      await server.call('webhooks.test', { id: named }, neighbour),
      await server.call('webhooks.resend', { id: named, deliveryId }, neighbour),
    ]
    expect(answers.map(({ status, body: answer }) => [status, (answer as { code: string }).code])).toEqual(
      answers.map(() => [404, 'NOT_FOUND']),
    )
  }
  expect((await create(id, 'https://jirani.example/', neighbour)).body).toMatchObject({ code: 'NOT_FOUND' })
  const own = randomUUID()
  await create(own, 'https://jirani.example/', neighbour)
  expect((await server.call('webhooks.resend', { id: own, deliveryId }, neighbour)).status).toBe(404)
  expect((await server.call('webhooks.deliveries', { id }, token)).body).toMatchObject({
    deliveries: [{ state: 'waiting', attempts: 0 }],
  })
})

test.each([
  'http://duka.example/risiti',
  'https://127.0.0.1/risiti',
  'https://[::1]/',
  'https://2130706433/',
  'https://localhost/',
  'https://jina:siri@duka.example/',
  'https://duka.example:8443/',
  'ftp://duka.example/',
  'duka.example',
])('%s is refused at its field (api-ussd-ai.md A5: https and port 443 only)', async (url) => {
  const { status, body } = await create(randomUUID(), url)
  expect(status).toBe(422)
  expect(body).toMatchObject({ fields: [{ path: 'url', code: 'WEBHOOK_ADDRESS_INVALID' }] })
})

test('a form that was changed after its answer got lost adds another address, with the events it shows', async () => {
  const shop = (await startProgram(server, (await createCompany(server.services.db)).id)).token
  const id = randomUUID()
  const form = { id, url: 'https://duka.example/kwanza', events: ['invoice.issued' as const] }
  const first = (await server.call('webhooks.create', form, shop)).body as { id: string; secret: string }
  const changes = [{ url: 'https://duka.example/pili' }, { events: ['invoice.canceled' as const] }]
  for (const change of changes) {
    const { status, body } = await server.call('webhooks.create', { ...form, ...change }, shop)
    expect(status).toBe(200)
    const made = body as { id: string }
    expect(made.id).not.toBe(first.id)
    const { webhooks } = (await server.call('webhooks.list', {}, shop)).body as { webhooks: { id: string }[] }
    const { id: _, ...shown } = form
    expect(webhooks.find((webhook) => webhook.id === made.id)).toMatchObject({ ...shown, ...change })
    expect(webhooks.find((webhook) => webhook.id === id)).toMatchObject(shown)
    // The changed form, whose answer got lost too, adds no third one.
    const again = await server.call('webhooks.create', { ...form, ...change }, shop)
    expect(again.body).toMatchObject({ id: made.id })
    const listed = (await server.call('webhooks.list', {}, shop)).body as { webhooks: unknown[] }
    expect(listed.webhooks).toHaveLength(webhooks.length)
  }
})

test('the secret is shown once and stored sealed; a repeated form adds no second address; five are the most', async () => {
  const { db } = server.services
  const id = randomUUID()
  const first = (await create(id, 'https://duka.example/pili')).body as { secret: string }
  const again = (await create(id, 'https://duka.example/pili')).body as { secret: string }
  expect(first.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(again.secret).not.toBe(first.secret)
  const rows = await db.selectFrom('webhooks').selectAll().where('id', '=', id).execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(again.secret.slice(6))
  const list = await server.call('webhooks.list', {}, token)
  expect(JSON.stringify(list.body)).not.toContain('whsec_')
  for (let count = 2; count < MAX_WEBHOOKS; count += 1) await create(randomUUID(), 'https://duka.example/')
  expect((await create(randomUUID(), 'https://duka.example/')).body).toMatchObject({
    code: 'WEBHOOK_TOO_MANY',
  })
})
