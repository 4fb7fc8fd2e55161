import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  PUBLIC_REFUSALS,
  PUBLIC_WRITE_REFUSALS,
  type PublicEndpoint,
} from '#contract/public-api/public-endpoint.ts'
import { publicEndpoints } from '#contract/public-api/public-endpoints.ts'
import { API_SCOPES } from '#domain/api-keys/api-key.ts'
import { ApiProgram, startProgram } from '../../support/api-program.ts'
import { createShop, startTestBackend, type TestBackend } from '../../support/test-backend.ts'

let backend: TestBackend
let url: string
beforeAll(async () => {
  backend = await startTestBackend()
  url = backend.server.url
})
afterAll(async () => await backend.close())

/** Values that a careless program sends in place of a field. */
const ODD_VALUES: readonly unknown[] = [
  ...[null, '', ' ', 0, -1, 1.001, 1e21, Number.MAX_SAFE_INTEGER, true, [], {}, [null], [{}]],
  ...['\u0000', '\uD800', 'x'.repeat(5000), "'; drop table invoices; --", '2026-02-30', '9999-12-31'],
  ...['00000000-0000-4000-8000-000000000000', { $ne: null }],
]

/** Bodies and queries near a right one: one field replaced, left out or too many. */
function* mutations(base: object): Generator<object> {
  const input: Record<string, unknown> = { ...base }
  yield input
  yield {}
  yield { ...input, unknownField: 1 }
  for (const name of Object.keys(input)) {
    const { [name]: _, ...without } = input
    yield without
    for (const value of ODD_VALUES) yield { ...input, [name]: value }
  }
}

test('no call fails on odd input, and each answers only what its description says (OpenAPI)', async () => {
  const shop = await createShop(backend)
  for (const [name, entry] of Object.entries<PublicEndpoint>(publicEndpoints)) {
    // A key of its own for each call, so that its limit is not what answers.
    let { program } = await startProgram(backend.server, shop.companyId)
    let calls = 0
    const allowed = new Set<string>([...PUBLIC_REFUSALS, ...PUBLIC_WRITE_REFUSALS, ...entry.refusals])
    const path = entry.path.replace(':id', '00000000-0000-4000-8000-000000000000')
    const entries = 'entries' in entry.input ? (entry.input.entries as object) : {}
    const query = Object.fromEntries(Object.keys(entries).map((field) => [field, 'x']))
    for (const input of mutations(entry.method === 'GET' ? query : (entry.sample ?? {}))) {
      calls += 1
      if (calls % 55 === 0) program = (await startProgram(backend.server, shop.companyId)).program
      const answer =
        entry.method === 'GET'
          ? await program.get(`${path}?${new URLSearchParams(textsOf(input)).toString()}`)
          : await program.post(path, input)
      const what = `${name} ${JSON.stringify(input).slice(0, 300)} → ${answer.status} ${answer.text.slice(0, 300)}`
      expect(answer.status, what).toBeLessThan(500)
      if (answer.status >= 400) expect(allowed, what).toContain(answer.body['code'])
      else {
        expect(entry.statuses, what).toContain(answer.status)
        if (entry.output) expect(v.safeParse(entry.output, answer.body).issues, what).toBeUndefined()
      }
    }
  }
}, 240_000)

function textsOf(input: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      return [name, typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value)]
    }),
  )
}

test('no call answers without a key, and none with a key of a token or of nothing', async () => {
  for (const { method, path } of Object.values<PublicEndpoint>(publicEndpoints)) {
    const at = path.replace(':id', '00000000-0000-4000-8000-000000000000')
    for (const key of ['', 'x', `rsk_live_${'a'.repeat(50)}`]) {
      const program = new ApiProgram(url, key)
      const answer = method === 'GET' ? await program.get(at) : await program.post(at, {})
      expect(answer.status, `${method} ${path}`).toBe(401)
    }
  }
})

test('a key without the right of a call never opens it (scope × call)', async () => {
  const shop = await createShop(backend)
  for (const [name, { method, path, scope, sample }] of Object.entries<PublicEndpoint>(publicEndpoints)) {
    if (scope === null) continue
    const others = API_SCOPES.filter((other) => other !== scope)
    const { program } = await startProgram(backend.server, shop.companyId, others)
    const at = path.replace(':id', '00000000-0000-4000-8000-000000000000')
    const answer = method === 'GET' ? await program.get(at) : await program.post(at, sample ?? {})
    expect(answer, name).toMatchObject({ status: 403, body: { code: 'KEY_SCOPE_MISSING' } })
  }
})

test('the description names the headers that answers have: version, limits, waiting, and a repeated answer (A2)', async () => {
  const { paths } = (await (await fetch(`${url}/v1/accounting/public/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { responses: Record<string, { headers?: object }> }>>
  }
  const headersOf = (path: string, method: string, status: string) =>
    Object.keys(paths[path]?.[method]?.responses[status]?.headers ?? {}).sort()
  const [invoices, limits] = ['/v1/accounting/public/invoices', ['RateLimit', 'RateLimit-Policy']]
  const version = 'Risiti-Version'
  expect(headersOf(invoices, 'get', '200')).toEqual([...limits, version])
  expect(headersOf(invoices, 'post', '202')).toEqual(['Idempotent-Replayed', ...limits, version])
  expect(headersOf(invoices, 'post', '429')).toEqual([...limits, 'Retry-After', version])
  expect(headersOf(invoices, 'post', '401')).toEqual([version])
  const program = (await startProgram(backend.server, (await createShop(backend)).companyId)).program
  const answered = await fetch(`${url}${invoices}`, { headers: { authorization: `Bearer ${program.key}` } })
  for (const name of [...limits, version]) expect(answered.headers.has(name)).toBe(true)
})
