import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EndpointAnswer } from '#contract/endpoints.ts'
import { EXAMPLE_ID } from '#contract/public-api/public-endpoint.ts'
import { type ApiCall, callsOf } from '#features/developer/described-calls.ts'
import { insertApiKey } from '../../support/insert-api-key.ts'
import { nearSchema, withIds } from '../../support/json-schema-arbitrary.ts'
import { findMismatch } from '../../support/match-json-schema.ts'
import { createOperator } from '../../support/tenants.ts'
import { createShop, type Shop, startTestBackend, type TestBackend } from '../../support/test-backend.ts'

/** A short run in every test; `API_RUNS=10000` for the long one (tests/README). */
const RUNS = Number(process.env['API_RUNS'] ?? '300')
/** Below the limit of a key for a minute, so that the limit is not what answers. */
const CALLS_OF_A_KEY = 50

let backend: TestBackend
let shop: Shop
let calls: ApiCall[]
let problem: unknown
let ownerId: string
let key: string
let made = 0
/** Records that exist, of the own company and of another one, and one that does not. */
const ids: string[] = [randomUUID()]
/** The same by the collection they are in: `invoices`. */
const idsOf = new Map<string, string[]>()
/** An item of each invoice, which a refund names. */
const itemOf = new Map<string, string>()
const succeeded = new Map<string, number>()
const statuses = new Map<number, number>()

beforeAll(async () => {
  backend = await startTestBackend()
  shop = await createShop(backend)
  const neighbour = await createShop(backend)
  ids.push(shop.productId, neighbour.productId)
  const { body } = await backend.server.call('developer.description', {})
  calls = callsOf(body as EndpointAnswer<'developer.description'>)
  problem = (body as { components: { schemas: { Problem: unknown } } }).components.schemas.Problem
  const { db } = backend.server.services
  ownerId = (await createOperator(db, shop.companyId, { user_type: 'company_owner' })).id
})
afterAll(async () => await backend.close())

async function anotherKey(): Promise<string> {
  const { key: secret } = await insertApiKey(backend.server.services, shop, { userId: ownerId })
  return secret
}

type Asked = {
  readonly call: ApiCall
  readonly fields: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly raw: string | undefined
  readonly idempotencyKey: string
  readonly authorization: 'own' | 'none' | 'wrong'
}

function requestsOf(call: ApiCall): fc.Arbitrary<Asked> {
  const fields = Object.fromEntries(
    call.parameters
      .filter(({ in: place }) => place !== 'header')
      .map(({ name, schema }) => [name, nearSchema(schema)]),
  )
  const needed = call.parameters.filter(({ required, in: place }) => required && place !== 'header')
  return fc.record({
    call: fc.constant(call),
    fields: fc.record(fields, { requiredKeys: needed.map(({ name }) => name) }) as fc.Arbitrary<
      Asked['fields']
    >,
    body: bodiesOf(call),
    raw: fc.oneof(
      { weight: 40, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constantFrom('', '{', '[]', 'null', '"x"', '{"a":', '\u0000') },
    ),
    idempotencyKey: fc.oneof(
      { weight: 20, arbitrary: fc.uuid() },
      { weight: 3, arbitrary: fc.constantFrom('k1', 'k2', 'k3') },
      { weight: 1, arbitrary: fc.constantFrom('', ' ', 'x'.repeat(300)) },
    ),
    authorization: fc.oneof(
      { weight: 40, arbitrary: fc.constant('own' as const) },
      { weight: 1, arbitrary: fc.constantFrom('none' as const, 'wrong' as const) },
    ),
  })
}

/** Bodies near the schema, and the example with a field or two of it replaced. */
function bodiesOf({ requestBody }: ApiCall): fc.Arbitrary<unknown> {
  const { schema, example = {} } = requestBody?.content['application/json'] ?? { schema: { type: 'null' } }
  const near = nearSchema(schema)
  const changed = near.chain((other) => {
    const fields = typeof other === 'object' && other !== null ? Object.entries(other) : []
    return fc.subarray(fields, { maxLength: Math.min(2, fields.length) })
  })
  return fc.oneof(
    near,
    changed.map((fields) => ({ ...example, ...Object.fromEntries(fields) })),
  )
}

/** `invoices` of `/v1/accounting/public/invoices/{id}`. */
function collectionOf({ operationId }: ApiCall): string {
  return operationId.split('.')[0] ?? ''
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value)
}

/** The body with ids of records in their places; the example of a refund names an item of the invoice. */
function textOfBody(body: unknown, recordId: string): string {
  return JSON.stringify(withIds(body, ids)).replaceAll(EXAMPLE_ID, itemOf.get(recordId) ?? EXAMPLE_ID)
}

async function send({ call, fields, body, raw, idempotencyKey, authorization }: Asked): Promise<Response> {
  const usual = idsOf.get(collectionOf(call)) ?? ids
  // Mostly a record of the right kind, else any or none.
  const known = withIds(fields, made % 5 === 0 ? ids : usual) as Readonly<Record<string, unknown>>
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(textOf(known[name])),
  )
  const query = new URLSearchParams(
    call.parameters.flatMap(({ name, in: place }) => {
      return place === 'query' && known[name] !== undefined ? [[name, textOf(known[name])]] : []
    }),
  )
  const headers = new Headers()
  if (authorization !== 'none') {
    headers.set('authorization', authorization === 'own' ? `Bearer ${key}` : `Bearer ${key}x`)
  }
  if (call.method === 'POST') {
    headers.set('content-type', 'application/json')
    headers.set('idempotency-key', idempotencyKey)
  }
  return await fetch(`${backend.server.url}${path}?${query}`, {
    method: call.method,
    headers,
    ...(call.method === 'POST' && { body: raw ?? textOfBody(body, textOf(known['id'])) }),
  })
}

/** What the answer has that its description does not say. */
async function undocumented({ call }: Asked, response: Response): Promise<string | undefined> {
  const described = call.responses[String(response.status)]
  if (!described) return `status ${response.status} is not described`
  const type = response.headers.get('content-type')?.split(';')[0] ?? ''
  const schema = described.content?.[type]?.schema
  if (!schema) return `${type} is not described`
  if (!type.endsWith('json')) return void (await response.arrayBuffer())
  const answer = (await response.json()) as Readonly<Record<string, unknown>>
  if (response.ok) {
    noteIds(call, answer)
    return findMismatch(schema, answer)
  }
  const codes = described.description.split(', ')
  if (!codes.includes(String(answer['code']))) return `${String(answer['code'])} is not described`
  return findMismatch(problem, answer)
}

/** New records are asked for by later requests. */
function noteIds(call: ApiCall, answer: Readonly<Record<string, unknown>>): void {
  const known = idsOf.get(collectionOf(call)) ?? []
  const { id: own } = answer
  if (typeof own === 'string' && !known.includes(own)) known.push(own)
  // Only the newest: most older drafts were submitted since.
  if (known.length > 20) known.shift()
  if (known.length > 0) idsOf.set(collectionOf(call), known)
  const items = Array.isArray(answer['items']) ? (answer['items'] as { id?: unknown }[]) : []
  if (typeof own === 'string' && typeof items[0]?.id === 'string') itemOf.set(own, items[0].id)
  for (const id of [answer['id'], ...items.map((item) => item.id)]) {
    if (typeof id === 'string' && !ids.includes(id) && ids.length < 400) ids.push(id)
  }
}

test('every answer to any request is one that the OpenAPI description has, and none is a fault of the server', async () => {
  const any = fc.constantFrom(...calls).chain(requestsOf)
  await fc.assert(
    fc.asyncProperty(any, async (asked) => {
      if (made % CALLS_OF_A_KEY === 0) key = await anotherKey()
      made += 1
      const response = await send(asked)
      const { operationId } = asked.call
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      if (response.ok) succeeded.set(operationId, (succeeded.get(operationId) ?? 0) + 1)
      if (response.status >= 500) throw new Error(`${response.status}: ${await response.text()}`)
      const found = await undocumented(asked, response)
      if (found !== undefined) throw new Error(`${operationId}: ${found}`)
    }),
    { numRuns: RUNS },
  )
  if (RUNS > 1_000)
    process.stdout.write(`${made} requests: ${JSON.stringify(Object.fromEntries(statuses))}\n`)
}, 3_600_000)

test('the requests reached the calls behind the checks, and every sale among them has its own number without a gap', async () => {
  if (RUNS > 1_000) {
    const names = calls.map(({ operationId }) => operationId)
    expect(names.filter((name) => !succeeded.has(name))).toEqual([])
  } else expect(succeeded.size).toBeGreaterThan(calls.length / 4)
  const receipts = await backend.server.services.db
    .selectFrom('receipts')
    .select('gc')
    .where('company_id', '=', shop.companyId)
    .execute()
  const numbers = receipts.map(({ gc }) => Number(gc)).sort((a, b) => a - b)
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})
