import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EndpointInput } from '#contract/endpoints.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { CONSENT_VERSION } from '#domain/insights/ai-refusals.ts'
import { type AiSimulator, startAiSimulator } from '#server/simulators/ai/start-ai-simulator.ts'
import { inTransaction } from '#server/storage/in-transaction.ts'
import { insertConsent, lockConsent } from '#server/storage/insights/consents.ts'
import { logInTestUser, startTestServer, type TestServer } from '../../support/start-test-server.ts'
import { createCompany, createOperator } from '../../support/tenants.ts'

let ai: AiSimulator
let server: TestServer
beforeAll(async () => {
  ai = await startAiSimulator('127.0.0.1')
  server = await startTestServer({
    environment: {
      ...{ AI_BASE_URL: ai.baseUrl, AI_API_KEY: 'k', AI_MODEL: 'm' },
      ...{ AI_PROVIDER_NAME: 'Mfano AI', AI_PROVIDER_COUNTRY: 'Kenya' },
    },
  })
})
afterAll(async () => {
  await server.stop()
  await ai.stop()
})

const FACTS: EndpointInput<'insights.request'> = {
  language: 'en',
  facts: [
    {
      ...{ id: 'f1', rule: 'sales-falling', type: 'sales', severity: 40 },
      ...{ from: '2026-11-14', to: '2026-11-20' },
      figures: [{ name: 'now', unit: 'cents', value: 1 }],
    },
  ],
}

async function person() {
  const { db } = server.services
  const { id: companyId } = await createCompany(db)
  const { id: userId, username } = await createOperator(db, companyId)
  const { token } = await logInTestUser(server, username)
  const choice = (chosen: 'granted' | 'declined', provider: string, country: string) => ({
    ...{ id: crypto.randomUUID(), user_id: userId, at: toInstant(server.clock.now()), choice: chosen },
    ...{ language: 'sw' as const, text_version: CONSENT_VERSION, text_hash: '', provider, country },
  })
  return { companyId, userId, token, choice }
}

test.each([
  ['Another AI', 'Kenya'],
  ['Mfano AI', 'Ireland'],
])(
  'an agreement to %s in %s is none to the provider of now: the person is asked again (spec §4)',
  async (provider, country) => {
    const { companyId, token, choice } = await person()
    await insertConsent(server.services.db, { companyId }, choice('granted', provider, country))
    expect((await server.call('insights.state', {}, token)).body).toMatchObject({ consent: null })
    const before = ai.asked()
    const categories = ['RENT', 'TRANSPORT'].map((id) => ({ id, name: id }))
    const category = { descriptions: ['Dizeli'], categories }
    for (const answer of [
      await server.call('insights.request', FACTS, token),
      await server.call('insights.category', category, token),
    ]) {
      expect(answer.body).toMatchObject({ code: 'AI_CONSENT_REQUIRED' })
    }
    expect(ai.asked()).toBe(before)
    const input = {
      choice: 'granted',
      language: 'sw',
      textVersion: CONSENT_VERSION,
      text: 'Nakubali',
    } as const
    server.clock.advance(1000)
    await server.call('insights.consent', input, token)
    expect((await server.call('insights.request', FACTS, token)).status).toBe(200)
  },
)

test('a request while the consent is being withdrawn stores nothing (C7 7)', async () => {
  const { companyId, userId, token, choice } = await person()
  const { db } = server.services
  await insertConsent(db, { companyId }, choice('granted', 'Mfano AI', 'Kenya'))
  server.clock.advance(1000)
  const asked = await inTransaction(db, async (tx) => {
    await lockConsent(tx, userId)
    const request = server.call('insights.request', FACTS, token)
    await insertConsent(tx, { companyId }, choice('declined', 'Mfano AI', 'Kenya'))
    return { request }
  })
  expect((await asked.request).body).toMatchObject({ code: 'AI_CONSENT_REQUIRED' })
  const tasks = await db
    .selectFrom('insight_tasks')
    .select('id')
    .where('company_id', '=', companyId)
    .execute()
  expect(tasks).toEqual([])
})
