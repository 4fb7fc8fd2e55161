import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiProgram, startProgram } from '../../support/api-program.ts'
import { startTestServer, type TestServer } from '../../support/start-test-server.ts'
import { createCompany } from '../../support/tenants.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => await server.stop())

test('a key of another company is not replaced, revoked or taken over', async () => {
  const own = await startProgram(server, (await createCompany(server.services.db)).id)
  const { token } = await startProgram(server, (await createCompany(server.services.db)).id)
  const scopes = ['invoices:read' as const]
  for (const id of [own.id, randomUUID()]) {
    for (const answer of [
      await server.call('api-keys.rotate', { id, overlapHours: 0 }, token),
      await server.call('api-keys.revoke', { id }, token),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    }
  }
  const taken = await server.call('api-keys.create', { id: own.id, name: 'Jirani', scopes }, token)
  expect(taken).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  expect((await own.program.get('/api/v2/public/auth/me')).status).toBe(200)
})

test('a key without a name or without a right is refused at its field', async () => {
  const { token } = await startProgram(server, (await createCompany(server.services.db)).id)
  expect(
    await server.call('api-keys.create', { id: randomUUID(), name: ' ', scopes: [] }, token),
  ).toMatchObject({
    status: 422,
    body: {
      fields: [
        { path: 'name', code: 'API_KEY_NAME_REQUIRED' },
        { path: 'scopes', code: 'API_KEY_SCOPES_REQUIRED' },
      ],
    },
  })
})

test('the same form sent again gives another key in place of the one whose answer got lost', async () => {
  const { token } = await startProgram(server, (await createCompany(server.services.db)).id)
  const form = { id: randomUUID(), name: 'Duka', scopes: ['invoices:read' as const] }
  const first = (await server.call('api-keys.create', form, token)).body as { key: string }
  const again = (await server.call('api-keys.create', form, token)).body as { id: string; key: string }
  expect(again.id).toBe(form.id)
  expect(again.key).not.toBe(first.key)
  const lost = new ApiProgram(server.url, first.key)
  expect((await lost.get('/api/v2/public/auth/me')).body['code']).toBe('KEY_EXPIRED')
})

test('a form that was changed after its answer got lost gives a key with the rights it shows', async () => {
  const { token } = await startProgram(server, (await createCompany(server.services.db)).id)
  const form = {
    ...{ id: randomUUID(), name: 'Duka' },
    scopes: ['invoices:read' as const, 'invoices:write' as const],
  }
  await server.call('api-keys.create', form, token)
  const changes = [{ scopes: ['customers:read' as const] }, { name: 'Duka la pili' }]
  for (const change of changes) {
    const { status, body } = await server.call('api-keys.create', { ...form, ...change }, token)
    expect(status).toBe(200)
    const made = body as { id: string; key: string }
    expect(made.id).not.toBe(form.id)
    const { id: _, ...shown } = { ...form, ...change }
    const { keys } = (await server.call('api-keys.list', {}, token)).body as { keys: { id: string }[] }
    expect(keys.find(({ id }) => id === made.id)).toMatchObject(shown)
    const me = await new ApiProgram(server.url, made.key).get('/api/v2/public/auth/me')
    expect(me.body).toMatchObject({ key: { name: shown.name } })
    // The changed form, whose answer got lost too, makes no third one.
    const again = (await server.call('api-keys.create', { ...form, ...change }, token)).body
    expect(again).toMatchObject({ id: made.id })
    const listed = (await server.call('api-keys.list', {}, token)).body as { keys: unknown[] }
    expect(listed.keys).toHaveLength(keys.length)
  }
})
