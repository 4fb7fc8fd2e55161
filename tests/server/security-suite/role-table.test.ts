import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EndpointInput, type EndpointName, endpoints } from '#contract/endpoints.ts'
import { isErrorCode } from '#contract/error-codes.ts'
import { STATUS_OF_CODE } from '#server/http/status-of-code.ts'
import { startTestBackend, type TestBackend } from '../../support/test-backend.ts'
import { EXPECTATIONS } from './access-expectations.ts'
import { ACTORS, type ActingPerson, gatherActors, openTenant, type Tenant } from './cast.ts'
import { fingerprintCompany } from './company-fingerprint.ts'
import { askRaw, expectAlike, expectNothingOf, type RawAnswer } from './compare-answers.ts'
import { idFieldsOf, TESTED_ELSEWHERE } from './id-fields.ts'
import type { Outcome, Row } from './outcomes.ts'
import { RAW_ROUTES } from './raw-routes.ts'

const names = Object.keys(endpoints) as EndpointName[]
let backend: TestBackend
let neighbour: Tenant
let people: ActingPerson[]
let before: Record<string, string>

beforeAll(async () => {
  backend = await startTestBackend()
  const own = await openTenant(backend, 'Mwenyewe')
  const blocked = await openTenant(backend, 'Amefungiwa')
  neighbour = await openTenant(backend, 'Jirani')
  people = await gatherActors(backend, own, blocked)
  before = await fingerprintCompany(backend.server.services.db, neighbour.company.id)
})
afterAll(async () => await backend.close())

/** The row belongs to the name; the compiler cannot follow a name that is only known at run time. */
function rowOf(name: EndpointName): Row<EndpointName> {
  return EXPECTATIONS[name] as unknown as Row<EndpointName>
}

function personOf(name: string): ActingPerson {
  const found = people.find((person) => person.name === name)
  if (!found) throw new Error(`nobody is ${name}`)
  return found
}

async function send<Name extends EndpointName>(
  name: Name,
  by: ActingPerson,
  input: EndpointInput<Name>,
): Promise<RawAnswer> {
  const { method, path } = endpoints[name]
  const rest = new Map<string, unknown>(Object.entries(input))
  const filled = path.replaceAll(/:(\w+)/g, (_, part: string) => {
    const value = String(rest.get(part))
    rest.delete(part)
    return encodeURIComponent(value)
  })
  const query =
    method === 'GET' ? `?${new URLSearchParams([...rest].map(([key, value]) => [key, String(value)]))}` : ''
  return await askRaw(backend.server.url, {
    method,
    path: filled + query,
    token: by.token,
    body: method === 'POST' ? Object.fromEntries(rest) : undefined,
  })
}

function expectOutcome(answer: RawAnswer, expected: Outcome): void {
  const body: unknown = JSON.parse(answer.text)
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
  expect(answer.status === 200 ? 200 : code, answer.text.slice(0, 500)).toBe(expected)
  if (expected !== 200) {
    expect(answer.status).toBe(STATUS_OF_CODE[expected])
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
  }
}

/** A stream is closed as soon as it has opened: it would never end. */
async function requestRoute(path: string, token: string | undefined): Promise<RawAnswer> {
  const response = await fetch(`${backend.server.url}${path}`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
  const { status, headers } = response
  if (headers.get('content-type') !== 'text/event-stream')
    return { status, headers, text: await response.text() }
  await response.body?.cancel()
  return { status, headers, text: '' }
}

/** These routes answer with files, pages and streams, not JSON, when the caller is let in. */
function expectRoute(answer: RawAnswer, expected: Outcome): void {
  if (expected === 200) expect(answer.status, answer.text.slice(0, 500)).toBe(200)
  else expectOutcome(answer, expected)
}

test('every endpoint of the contract has a row in the table, and no row is of nothing', () => {
  expect(Object.keys(EXPECTATIONS).sort()).toEqual([...names].sort())
  for (const name of names) {
    const outcomes = Object.entries(EXPECTATIONS[name].expected)
    expect(outcomes.map(([actor]) => actor).sort()).toEqual([...ACTORS].sort())
    for (const [, outcome] of outcomes) expect(outcome === 200 || isErrorCode(outcome)).toBe(true)
  }
})

test('every field of a request that names something is tried with a record of another company, or excused with a reason', () => {
  const own = personOf('company_owner')
  const untried = names.flatMap((name) => {
    const trespasses = rowOf(name).foreign?.(own, neighbour) ?? []
    const attempted = (field: string) =>
      trespasses.some(({ foreign }) => neighbour.markers.includes(String(Reflect.get(foreign, field))))
    return idFieldsOf(endpoints[name].input)
      .filter((field) => !attempted(field))
      .map((field) => `${name} ${field}`)
  })
  expect(untried.sort()).toEqual(Object.keys(TESTED_ELSEWHERE).sort())
})

describe.each(names)('%s (spec §6, roles)', (name) => {
  const row = rowOf(name)

  test.each(ACTORS)('to %s: own company', async (actor) => {
    const by = personOf(actor)
    const input = row.own(by)
    const answer = await send(name, by, input)
    expectOutcome(answer, row.expected[actor])
    expectNothingOf(neighbour.markers, answer, JSON.stringify(input))
  })
})

describe.each(names.filter((name) => EXPECTATIONS[name].foreign))(
  '%s, asked about another company',
  (name) => {
    const row = rowOf(name)

    test.each(ACTORS)('answers %s as for an unknown record', async (actor) => {
      const by = personOf(actor)
      const trespasses = row.foreign?.(by, neighbour) ?? []
      expect(trespasses.length).toBeGreaterThan(0)
      for (const { foreign, unknown, expected, noTrespassOf } of trespasses) {
        const answer = await send(name, by, foreign)
        expectOutcome(answer, expected[actor])
        if (noTrespassOf?.includes(actor)) continue
        expectNothingOf(neighbour.markers, answer, JSON.stringify(foreign))
        expectAlike(answer, await send(name, by, unknown))
      }
    })
  },
)

describe.each(RAW_ROUTES)('$path beside the contract', ({ own, expected, foreign }) => {
  test.each(ACTORS)('to %s', async (actor) => {
    const by = personOf(actor)
    const answer = await requestRoute(own(by.own), by.token)
    expectRoute(answer, expected[actor])
    if (!foreign) return
    const trespass = await requestRoute(foreign.path(neighbour), by.token)
    expectRoute(trespass, foreign.expected[actor])
    expectNothingOf(neighbour.markers, trespass, foreign.path(neighbour))
    expectAlike(trespass, await requestRoute(foreign.unknown, by.token))
  })
})

test('no phone of the other company or of a colleague was ended', async () => {
  for (const { phone } of [neighbour, personOf('company_owner').own]) {
    const { status, body } = await phone.call('devices.list', {})
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { devices: [{ deviceId: phone.deviceId, current: true, signedIn: true }] },
    })
  }
})

test('after all that, not one row of the other company has changed', async () => {
  expect(await fingerprintCompany(backend.server.services.db, neighbour.company.id)).toEqual(before)
})
