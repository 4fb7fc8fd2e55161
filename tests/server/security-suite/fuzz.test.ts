import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { type EndpointName, endpoints } from '#contract/endpoints.ts'
import { isErrorCode } from '#contract/error-codes.ts'
import { problemSchema } from '#contract/problem.ts'
import { changeSchema, operationResultSchema, type PullAnswer, type PushAnswer } from '#contract/sync.ts'
import { STATUS_OF_CODE } from '#server/http/status-of-code.ts'
import { issueTokens } from '#server/services/auth/issue-tokens.ts'
import { deliver } from '#server/services/fiscal/deliver.ts'
import { testClock } from '#tests/support/start-test-server.ts'
import { createOperator } from '#tests/support/tenants.ts'
import { Phone, startTestBackend, type TestBackend } from '../../support/test-backend.ts'
import { openTenant, type Tenant } from './cast.ts'
import { fingerprintCompany } from './company-fingerprint.ts'
import { expectNothingOf } from './compare-answers.ts'
import { type WireRequest, wireBodies, wireQueries } from './mutate-request.ts'
import { pushInputs } from './operation-arbitrary.ts'
import { RAW_ROUTES } from './raw-routes.ts'
import { nastyText, valuesOf } from './schema-arbitrary.ts'

/** A short run in every test; `FUZZ_RUNS=10000` for the long one (tests/README). */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? '400')
const SLOWEST_MS = 1_000
const ATTEMPTS = 3

let backend: TestBackend
let shop: Tenant
let neighbour: Tenant
let phone: Phone
let token: string
let before: Record<string, string>

beforeAll(async () => {
  // Behind a proxy, so that each request can come from an address of its own and no limit hides the endpoint.
  backend = await startTestBackend(testClock(), { environment: { TRUST_PROXY: '1' } })
  shop = await openTenant(backend, 'Mwenyewe')
  neighbour = await openTenant(backend, 'Jirani')
  before = await fingerprintCompany(backend.server.services.db, neighbour.company.id)
})
afterAll(async () => await backend.close())

/** A new person of the shop for each endpoint, since changing the password ends sessions. */
async function aPersonAtWork(): Promise<void> {
  const { services } = backend.server
  const user = await createOperator(services.db, shop.company.id)
  const session = { deviceId: randomUUID(), familyId: randomUUID(), publicKey: null }
  token = (await issueTokens(services.db, services, user, session)).token
  phone = new Phone(backend.server, shop.company.id, user.id, token)
}

function ownIds(): string[] {
  return [shop.opId, shop.productId, shop.customerId, shop.invoiceId, shop.draftId, shop.restoreEpoch]
}

/** Some requests name these; records of one's own under them say nothing of the neighbour's. */
function foreignIds(): string[] {
  return [neighbour.productId, neighbour.customerId, neighbour.invoiceId, neighbour.company.id]
}

function requestsFor(name: EndpointName): fc.Arbitrary<WireRequest> {
  const endpoint: Endpoint = endpoints[name]
  const pools = { ids: [...ownIds(), ...foreignIds()] }
  const bySchema = valuesOf(endpoint.input, pools)
  const inputs =
    name === 'sync.push'
      ? fc.oneof(
          { weight: 1, arbitrary: bySchema },
          { weight: 5, arbitrary: pushInputs(phone, pools, [shop.productId]) },
        )
      : bySchema
  return endpoint.method === 'GET' ? wireQueries(inputs) : wireBodies(inputs)
}

let calls = 0
/** Inputs for endpoints; `calls` also counts repeated ones, and requests to other routes. */
let inputs = 0
/** How operations ended. */
const ends: string[] = []

/** An address of its own for each call. */
function addressOf(call: number): string {
  return `10.${(call >> 16) & 255}.${(call >> 8) & 255}.${call & 255}`
}

async function send(name: EndpointName, request: WireRequest) {
  const { method, path } = endpoints[name]
  calls += 1
  const startedAt = performance.now()
  const response = await fetch(`${backend.server.url}${filled(path, request)}${request.query}`, {
    method,
    headers: {
      ...request.headers,
      authorization: `Bearer ${token}`,
      'x-forwarded-for': addressOf(calls),
    },
    ...(method === 'POST' ? { body: new Uint8Array(request.body) } : {}),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, tookMs: performance.now() - startedAt }
}

/** The variable parts of a path are taken out of the query that the input made. */
function filled(path: string, request: WireRequest): string {
  const values = new URLSearchParams(request.query)
  return path.replaceAll(/:(\w+)/g, (_, part: string) => encodeURIComponent(values.get(part) ?? 'x'))
}

function expectProperAnswer(name: EndpointName, answer: Awaited<ReturnType<typeof send>>): void {
  const { status, headers, text } = answer
  expect(status, text.slice(0, 300)).toBeLessThan(500)
  const body: unknown = JSON.parse(text)
  if (status >= 400) {
    expect(headers.get('content-type')).toBe('application/problem+json')
    const problem = v.parse(problemSchema, body)
    expect(isErrorCode(problem.code) && STATUS_OF_CODE[problem.code]).toBe(status)
    for (const field of problem.fields ?? []) expect(isErrorCode(field.code)).toBe(true)
    return
  }
  expect(status).toBe(200)
  const output: v.GenericSchema = endpoints[name].output
  expect(v.safeParse(output, body).success, text.slice(0, 300)).toBe(true)
  if (name !== 'sync.push') return
  for (const result of (body as PushAnswer).results) {
    const { state, ...rest } = v.parse(operationResultSchema, result)
    ends.push(state)
    expect({ state, code: 'code' in rest ? rest.code : '' }).not.toMatchObject({ code: 'UNEXPECTED' })
  }
}

const NAMES = Object.keys(endpoints) as EndpointName[]
/** Pushes have the most that can go wrong: a fifth of all requests, so that chance leaves some of them done. */
const SHARE: Partial<Record<EndpointName, number>> = {
  'sync.push': Math.ceil(NAMES.length / 4),
  'auth.login': 2,
}
const shares = NAMES.reduce((sum, name) => sum + (SHARE[name] ?? 1), 0)

describe('for any input', () => {
  test.each(NAMES)(
    '%s answers at once, never with a fault, and with a known code when it refuses',
    async (name) => {
      await aPersonAtWork()
      const numRuns = Math.max(5, Math.ceil((RUNS * (SHARE[name] ?? 1)) / shares))
      await fc.assert(
        fc.asyncProperty(requestsFor(name), async (request) => {
          inputs += 1
          // The limit for changing the password is low; a new user does not reach it.
          if (name === 'auth.change-password' && calls % 9 === 0) await aPersonAtWork()
          let answer = await send(name, request)
          // A slow machine may be late once; a slow answer is late again.
          for (let turn = 1; answer.tookMs > SLOWEST_MS && turn < ATTEMPTS; turn += 1)
            answer = await send(name, request)
          expect(answer.tookMs).toBeLessThan(SLOWEST_MS)
          expectProperAnswer(name, answer)
          expectNothingOf(
            neighbour.markers,
            answer,
            foreignIds().join() + request.query + request.body.toString('latin1'),
          )
        }),
        { numRuns, endOnFailure: false },
      )
    },
    60_000 + RUNS * 50,
  )
})

/** The rest of a route's path: the right value, that of a neighbour, nearly right, and anything. */
function rawRoutePaths(): fc.Arbitrary<string> {
  const known = fc.constantFrom(shop.file, neighbour.file, neighbour.invoiceId, '', 'changes')
  const written = fc
    .oneof(nastyText, fc.stringMatching(/^[\w-]{21,23}$/), fc.stringMatching(/^[0-9a-f]{63,65}$/))
    .map((text) => encodeURIComponent(text.toWellFormed()))
  const odd = fc.constantFrom(
    '%',
    '%ff',
    '%00',
    '%2f..%2f..',
    '..%5c',
    '%c0%ae',
    '?lang=',
    '?lang=%ff&lang=sw',
  )
  return fc
    .array(fc.oneof(known, written, odd), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join(''))
}

describe('any path outside of the contract', () => {
  test.each(RAW_ROUTES.map(({ path }) => path))(
    '%s answers at once, never with a fault, and with nothing of another company',
    async (route) => {
      await aPersonAtWork()
      await fc.assert(
        fc.asyncProperty(rawRoutePaths(), async (rest) => {
          calls += 1
          const response = await fetch(`${backend.server.url}${route}${rest}`, {
            headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': addressOf(calls) },
          })
          expect(response.status).toBeLessThan(500)
          const stream = response.headers.get('content-type') === 'text/event-stream'
          if (stream) return await response.body?.cancel()
          const text = await response.text()
          expectNothingOf(
            neighbour.markers,
            { status: response.status, headers: response.headers, text },
            rest,
          )
        }),
        { numRuns: Math.max(20, Math.ceil(RUNS / shares)), endOnFailure: false },
      )
    },
  )
})

describe('afterwards', () => {
  test('at least as many inputs were sent as asked for', () => {
    expect(inputs).toBeGreaterThanOrEqual(RUNS)
    expect(calls).toBeGreaterThanOrEqual(inputs)
  })

  test('a good part of the operations got as far as the tables, and a good part was refused', () => {
    const done = ends.filter((end) => end === 'done').length
    // Of ten kinds of operations four are written so that they may succeed, and half of those are then broken. Of the
    // few of a short run chance may leave fewer: there one of each is asked for.
    const few = ends.length < 1_000
    expect(done).toBeGreaterThan(few ? 0 : ends.length / 20)
    expect(ends.length - done).toBeGreaterThan(few ? 0 : ends.length / 10)
  })

  test('no prototype is polluted and the log contains no fault', () => {
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
    const faults = backend.server.events.filter(
      ({ event }) => event === 'fault' || event === 'operation-failed',
    )
    expect(faults).toEqual([])
  })

  test('not one row of another company has changed', async () => {
    expect(await fingerprintCompany(backend.server.services.db, neighbour.company.id)).toEqual(before)
  })

  test('a phone can still read everything that was taken in', async () => {
    await aPersonAtWork()
    let cursor: string | undefined
    for (let more = true; more; ) {
      const page: PullAnswer = await phone.pull(cursor)
      for (const change of page.changes) v.parse(changeSchema, change)
      cursor = page.next
      more = page.more
    }
  })

  test('the authority takes every receipt that was numbered: no text breaks its document', async () => {
    expect(await deliver(backend.delivery, shop.identity)).toBe('idle')
    const left = await backend.server.services.db
      .selectFrom('receipts')
      .select(['gc', 'delivery', 'ack_code', 'ack_message'])
      .where('company_id', '=', shop.company.id)
      .where('delivery', 'not in', ['acknowledged', 'verified'])
      .execute()
    expect(left).toEqual([])
  })
})
