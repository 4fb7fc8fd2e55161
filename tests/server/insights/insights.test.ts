import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { EndpointInput } from '#contract/endpoints.ts'
import type { InsightState, InsightTask } from '#contract/insight-endpoints.ts'
import { CONSENT_VERSION } from '#domain/insights/ai-refusals.ts'
import { createAiGateway } from '#server/gateways/ai/live.ts'
import type { AiFault } from '#server/simulators/ai/ai-faults.ts'
import { type AiSimulator, startAiSimulator } from '#server/simulators/ai/start-ai-simulator.ts'
import { logInTestUser, startTestServer, type TestServer } from '../../support/start-test-server.ts'
import { createCompany, createOperator, createUser } from '../../support/tenants.ts'

let ai: AiSimulator
let server: TestServer

const providerOf = ({ baseUrl }: AiSimulator) => ({
  ...{ AI_BASE_URL: baseUrl, AI_API_KEY: 'k', AI_MODEL: 'm' },
  ...{ AI_PROVIDER_NAME: 'Mfano AI', AI_PROVIDER_COUNTRY: 'Kenya' },
})

beforeAll(async () => {
  ai = await startAiSimulator('127.0.0.1')
  server = await startTestServer({
    environment: providerOf(ai),
  })
})
afterAll(async () => {
  await server.stop()
  await ai.stop()
})
beforeEach(() => ai.setFault('none'))

type Asked = EndpointInput<'insights.request'>

function ask(now: number, others: Partial<Asked> = {}): Asked {
  return {
    language: 'en',
    facts: [
      {
        ...{ id: 'f1', rule: 'sales-falling', type: 'sales', severity: 40 },
        ...{ from: '2026-11-14', to: '2026-11-20' },
        figures: [
          { name: 'now', unit: 'cents', value: now },
          { name: 'usual', unit: 'cents', value: 70_000_000 },
        ],
      },
    ],
    ...others,
  }
}

const CATEGORIES = [
  { id: 'RENT', name: 'Kodi ya pango' },
  { id: '0199f2a0-0000-7000-8000-000000000009', name: 'Dizeli ya jenereta' },
]

async function person(companyId: string, on = server) {
  const { username } = await createOperator(on.services.db, companyId)
  const { token } = await logInTestUser(on, username)
  const choose = async (choice: 'granted' | 'declined', textVersion = CONSENT_VERSION) => {
    const input = { choice, language: 'sw', textVersion, text: 'Nakubali' } as const
    return (await on.call('insights.consent', input, token)).body as InsightState
  }
  const state = async () => (await on.call('insights.state', {}, token)).body as InsightState
  const request = async (input: Asked) => await on.call('insights.request', input, token)
  const finished = async (id: string): Promise<InsightTask> =>
    await vi.waitFor(
      async () => {
        const task = (await on.call('insights.task', { id }, token)).body as InsightTask
        if (task.status !== 'done' && task.status !== 'failed') throw new Error(`it is ${task.status}`)
        return task
      },
      { timeout: 20_000 },
    )
  const category = async (descriptions: string[]) =>
    await on.call('insights.category', { descriptions, categories: CATEGORIES }, token)
  return { token, choose, state, request, finished, category }
}

async function shopWithLimit(aiDailyMax = 10, on = server) {
  return await createCompany(on.services.db, { settings: { aiDailyMax } })
}

describe('consent to wording by AI (spec §4)', () => {
  test('is asked first, declined, granted later and withdrawn, which deletes what was made', async () => {
    const asha = await person((await shopWithLimit()).id)
    expect(await asha.state()).toEqual({
      provider: { name: 'Mfano AI', country: 'Kenya' },
      consent: null,
      quota: { current: 0, max: 10 },
    })
    expect((await asha.request(ask(1))).body).toMatchObject({ code: 'AI_CONSENT_REQUIRED' })
    expect((await asha.choose('declined')).consent?.choice).toBe('declined')
    expect((await asha.request(ask(1))).status).toBe(403)
    server.clock.advance(1000)
    expect((await asha.choose('granted')).consent?.choice).toBe('granted')
    const { id } = (await asha.request(ask(1))).body as InsightTask
    expect(await asha.finished(id)).toMatchObject({ status: 'done', quota: { current: 1, max: 10 } })
    server.clock.advance(1000)
    await asha.choose('declined')
    server.clock.advance(1000)
    await asha.choose('granted')
    expect((await server.call('insights.task', { id }, asha.token)).body).toMatchObject({ code: 'NOT_FOUND' })
    const records = await server.services.db
      .selectFrom('ai_consents')
      .select(['choice', 'text_hash', 'provider', 'country'])
      .orderBy('at')
      .execute()
    expect(records.map(({ choice }) => choice)).toEqual(['declined', 'granted', 'declined', 'granted'])
    expect(records[0]?.text_hash).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('wording by AI', () => {
  test('answers the same facts from the store, without asking the provider or counting again', async () => {
    const shop = await shopWithLimit()
    const asha = await person(shop.id)
    await asha.choose('granted')
    const first = (await asha.request(ask(2))).body as InsightTask
    expect(first.cached).toBe(false)
    expect((await asha.finished(first.id)).result).toEqual([
      { id: 'f1', headline: 'Worth a look', body: 'Your figures: {now}, {usual}. Please have a look.' },
    ])
    const asked = ai.asked()
    const juma = await person(shop.id)
    await juma.choose('granted')
    expect((await juma.request(ask(2))).body).toMatchObject({
      ...{ id: first.id, status: 'done', cached: true, quota: { current: 1, max: 10 } },
    })
    expect(ai.asked()).toBe(asked)
  })

  test('sends figures and no names', async () => {
    const shop = await shopWithLimit()
    const asha = await person(shop.id)
    await asha.choose('granted')
    await asha.finished(((await asha.request(ask(3))).body as InsightTask).id)
    expect(ai.lastRequest()).toContain('sales-falling')
    expect(ai.lastRequest()).not.toContain(shop.name)
    expect(ai.lastRequest()).not.toContain(shop.id)
  })

  test('stops at the daily number of the company, also when all ask at once, until midnight in East Africa', async () => {
    const shop = await shopWithLimit(3)
    const people = await Promise.all([person(shop.id), person(shop.id)])
    for (const one of people) await one.choose('granted')
    const answers = await Promise.all(
      people.flatMap(({ request }, at) => [0, 2, 4].map((ahead) => request(ask(100 + ahead + at)))),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(3)
    const refused = answers.filter((answer) => answer.status === 429)
    expect(refused.map((answer) => answer.body)).toMatchObject(
      [1, 2, 3].map(() => ({ code: 'AI_DAILY_LIMIT' })),
    )
    expect((await people[0]?.state())?.quota).toEqual({ current: 3, max: 3 })
    server.clock.advance(24 * 3_600_000)
    const fresh = await person(shop.id)
    expect((await fresh.state()).quota).toEqual({ current: 0, max: 3 })
  })

  test('refuses a seventh request of a person within a minute', async () => {
    const asha = await person((await shopWithLimit(100)).id)
    await asha.choose('granted')
    for (let index = 0; index < 6; index += 1) expect((await asha.request(ask(200 + index))).status).toBe(200)
    const answer = await asha.request(ask(299))
    expect(answer.status).toBe(429)
    expect(answer.body).toMatchObject({ code: 'AI_TOO_MANY_REQUESTS' })
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
  })

  test.each<readonly [AiFault, string]>([
    ['wrong-number', 'AI_ANALYSIS_FAILED'],
    ['number-word', 'AI_ANALYSIS_FAILED'],
    ['wrong-direction', 'AI_ANALYSIS_FAILED'],
    ['injected', 'AI_ANALYSIS_FAILED'],
    ['foreign-placeholder', 'AI_ANALYSIS_FAILED'],
    ['cut', 'AI_ANALYSIS_FAILED'],
    ['endless', 'AI_GENERATION_FAILED'],
    ['busy', 'AI_GENERATION_FAILED'],
    ['broken', 'AI_GENERATION_FAILED'],
  ])(
    'a provider that is %s ends the task with %s, stores nothing and counts nothing',
    async (fault, code) => {
      const asha = await person((await shopWithLimit()).id)
      await asha.choose('granted')
      ai.setFault(fault)
      const { id } = (await asha.request(ask(5))).body as InsightTask
      expect(await asha.finished(id)).toMatchObject({
        ...{ status: 'failed', failure: code, result: null, quota: { current: 0, max: 10 } },
      })
      // The same question may be asked again.
      ai.setFault('none')
      const again = (await asha.request(ask(5))).body as InsightTask
      expect(await asha.finished(again.id)).toMatchObject({ status: 'done' })
    },
  )

  test('a task that was lost with its process ends as failed, and gives back what it counted', async () => {
    const shop = await shopWithLimit()
    const asha = await person(shop.id)
    await asha.choose('granted')
    const { id } = (await asha.request(ask(6))).body as InsightTask
    await asha.finished(id)
    const { db, clock } = server.services
    await db
      .updateTable('insight_tasks')
      .set({ status: 'running', result: null })
      .where('id', '=', id)
      .execute()
    server.clock.advance(91_000)
    const fresh = await person(shop.id)
    await fresh.choose('granted')
    expect(await fresh.finished(id)).toMatchObject({ failure: 'AI_TASK_FAILED', quota: { current: 0 } })
    expect(clock.now()).toBeGreaterThan(0)
  })

  test('shows the task of another company as little as an unknown one', async () => {
    const asha = await person((await shopWithLimit()).id)
    await asha.choose('granted')
    const { id } = (await asha.request(ask(7))).body as InsightTask
    const other = await person((await shopWithLimit()).id)
    await other.choose('granted')
    expect((await server.call('insights.task', { id }, other.token)).body).toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

describe('a category from the provider (spec §1, §5)', () => {
  test('needs consent to a text that asks for it; gives categories of the company, and counts for the day', async () => {
    const asha = await person((await shopWithLimit(2)).id)
    expect((await asha.category(['Lita 5 za dizeli'])).body).toMatchObject({ code: 'AI_CONSENT_REQUIRED' })
    await asha.choose('granted', '2026-11-23')
    expect((await asha.state()).consent).toMatchObject({ choice: 'granted', coversCategories: false })
    expect((await asha.category(['Lita 5 za dizeli'])).body).toMatchObject({ code: 'AI_CONSENT_REQUIRED' })
    server.clock.advance(1_000)
    await asha.choose('granted')
    expect((await asha.category(['Lita 5 za dizeli'])).body).toEqual({
      suggestions: [{ category: CATEGORIES[1]?.id, confidence: 0.9 }],
      quota: { current: 1, max: 2 },
    })
    expect(ai.lastRequest()).not.toContain(CATEGORIES[1]?.id)
    await asha.category(['Kitu'])
    expect((await asha.category(['Kitu'])).body).toMatchObject({ code: 'AI_DAILY_LIMIT' })
  })

  test.each([
    ['injected', 'AI_ANALYSIS_FAILED'],
    ['endless', 'AI_GENERATION_FAILED'],
    ['broken', 'AI_GENERATION_FAILED'],
  ] as const)('a provider that is %s gives no category (%s) and counts nothing', async (fault, code) => {
    const asha = await person((await shopWithLimit()).id)
    await asha.choose('granted')
    ai.setFault(fault)
    expect((await asha.category(['Dizeli'])).body).toMatchObject({ code })
    expect((await asha.state()).quota.current).toBe(0)
  })
})

describe('the most requests a day of the whole server', () => {
  test('hold for all companies together, at once too, for failed ones too, until midnight in East Africa', async () => {
    const capped = await startTestServer({ environment: { ...providerOf(ai), AI_DAILY_REQUESTS: '3' } })
    try {
      const shops = await Promise.all([1, 2].map(async () => await shopWithLimit(10, capped)))
      const people = await Promise.all(shops.map(async ({ id }) => await person(id, capped)))
      for (const one of people) await one.choose('granted')
      ai.setFault('broken')
      expect((await people[0]?.category(['Dizeli']))?.body).toMatchObject({ code: 'AI_GENERATION_FAILED' })
      ai.setFault('none')
      const before = ai.asked()
      const answers = await Promise.all(
        people.flatMap(({ request }, at) => [0, 2].map((ahead) => request(ask(500 + ahead + at)))),
      )
      const started = answers.filter(({ status }) => status === 200)
      expect(started).toHaveLength(2)
      const refused = answers.filter(({ status }) => status === 429)
      expect(refused.map(({ body }) => body)).toMatchObject([1, 2].map(() => ({ code: 'AI_SERVER_LIMIT' })))
      expect((await people[1]?.category(['Dizeli']))?.body).toMatchObject({ code: 'AI_SERVER_LIMIT' })
      // What was refused counts for no company.
      const states = await Promise.all(people.map(async ({ state }) => (await state()).quota.current))
      expect(states.reduce((sum, current) => sum + current, 0)).toBe(2)
      for (const [at, { status, body }] of answers.entries()) {
        if (status === 200) await people[Math.floor(at / 2)]?.finished((body as InsightTask).id)
      }
      expect(ai.asked() - before).toBe(2)
      capped.clock.advance(24 * 3_600_000)
      const fresh = await person(shops[0]?.id ?? '', capped)
      await fresh.choose('granted')
      expect((await fresh.category(['Lita 5 za dizeli'])).status).toBe(200)
    } finally {
      await capped.stop()
    }
  })
})

test('the tokens of a day hold for all companies together, until midnight in East Africa', async () => {
  // The simulator counts 500 for each answer.
  const capped = await startTestServer({ environment: { ...providerOf(ai), AI_DAILY_TOKENS: '1001' } })
  try {
    const shops = await Promise.all([1, 2].map(async () => await shopWithLimit(10, capped)))
    const people = await Promise.all(shops.map(async ({ id }) => await person(id, capped)))
    for (const one of people) await one.choose('granted')
    const [first, second] = people
    const { body } = (await first?.request(ask(700))) ?? {}
    expect(await first?.finished((body as InsightTask).id)).toMatchObject({ status: 'done' })
    for (let time = 0; time < 2; time += 1)
      expect((await second?.category(['Lita 5 za dizeli']))?.status).toBe(200)
    expect((await first?.category(['Lita 5 za dizeli']))?.body).toMatchObject({ code: 'AI_SERVER_LIMIT' })
    expect((await second?.request(ask(701)))?.body).toMatchObject({ code: 'AI_SERVER_LIMIT' })
    capped.clock.advance(24 * 3_600_000)
    const fresh = await person(shops[0]?.id ?? '', capped)
    await fresh.choose('granted')
    expect((await fresh.category(['Lita 5 za dizeli'])).status).toBe(200)
  } finally {
    await capped.stop()
  }
})

test('requests that the provider never gets, because it failed before, leave the day to others', async () => {
  const capped = await startTestServer({ environment: { ...providerOf(ai), AI_DAILY_REQUESTS: '6' } })
  try {
    const { id } = await shopWithLimit(10, capped)
    const [juma, asha] = [await person(id, capped), await person(id, capped)]
    for (const one of [juma, asha]) await one.choose('granted')
    ai.setFault('broken')
    await Promise.all([1, 2, 3, 4, 5].map(async () => await juma.category(['Dizeli'])))
    const before = ai.asked()
    for (let time = 0; time < 3; time += 1) {
      expect((await asha.category(['Dizeli'])).body).toMatchObject({ code: 'AI_GENERATION_FAILED' })
    }
    const { body } = await asha.request(ask(900))
    expect(await asha.finished((body as InsightTask).id)).toMatchObject({ failure: 'AI_GENERATION_FAILED' })
    expect(ai.asked()).toBe(before)
    ai.setFault('none')
    capped.clock.advance(5 * 60_000)
    expect((await asha.category(['Lita 5 za dizeli'])).status).toBe(200)
    expect((await asha.category(['Lita 5 za dizeli'])).body).toMatchObject({ code: 'AI_SERVER_LIMIT' })
  } finally {
    await capped.stop()
  }
})

describe('without a provider', () => {
  test('the state says so, and a request fails in plain words', async () => {
    const plain = await startTestServer()
    try {
      const { id } = await createCompany(plain.services.db)
      const { username } = await createUser(plain.services.db, { company_id: id, user_type: 'company_owner' })
      const { token } = await logInTestUser(plain, username)
      expect((await plain.call('insights.state', {}, token)).body).toMatchObject({ provider: null })
      const input = { choice: 'granted', language: 'sw', textVersion: '1', text: 'Nakubali' } as const
      await plain.call('insights.consent', input, token)
      expect((await plain.call('insights.request', ask(1), token)).body).toMatchObject({
        code: 'AI_GENERATION_FAILED',
      })
    } finally {
      await plain.stop()
    }
  })
})

describe('the client of the provider', () => {
  test('gives up on a provider that does not answer', async () => {
    ai.setFault('silent')
    const gateway = createAiGateway(
      { baseUrl: ai.baseUrl, key: 'k', model: 'm', name: 'n', country: 'c', dailyMax: 1, dailyTokens: 1 },
      { timeoutMs: 100, pausesMs: [10, 10] },
    )
    const before = ai.asked()
    // It may ask money for each of the three: as much as an answer may be long.
    expect(await gateway.ask({ instructions: '', facts: '{}' })).toMatchObject({
      kind: 'later',
      tokens: 4_503,
    })
    expect(ai.asked() - before).toBe(3)
  })
})
