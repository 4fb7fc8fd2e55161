import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EndpointInput, type EndpointName, endpoints } from '#contract/endpoints.ts'
import { isErrorCode } from '#contract/error-codes.ts'
import { STATUS_OF_CODE } from '#server/http/status-of-code.ts'
import { type Market, openMarket } from '#tests/support/shop.ts'
import { EXPECTATIONS, type Outcome, type Row } from './access-expectations.ts'
import { ACTORS, type ActingPerson, gatherActors, openTenant, type Tenant } from './cast.ts'
import { fingerprintCompany } from './company-fingerprint.ts'
import { askRaw, expectAlike, expectNothingOf, type RawAnswer } from './compare-answers.ts'

const names = Object.keys(endpoints) as EndpointName[]
let market: Market
let neighbour: Tenant
let people: ActingPerson[]
let before: Record<string, string>

beforeAll(async () => {
  market = await openMarket()
  const own = await openTenant(market, 'Mwenyewe')
  const blocked = await openTenant(market, 'Amefungiwa')
  neighbour = await openTenant(market, 'Jirani')
  people = await gatherActors(market, own, blocked)
  before = await fingerprintCompany(market.server.services.db, neighbour.company.id)
})
afterAll(async () => await market.close())

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
  return await askRaw(market.server.url, {
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

test('every endpoint of the contract has a row in the table, and no row is of nothing', () => {
  expect(Object.keys(EXPECTATIONS).sort()).toEqual([...names].sort())
  for (const name of names) {
    const outcomes = Object.entries(EXPECTATIONS[name].expected)
    expect(outcomes.map(([actor]) => actor).sort()).toEqual([...ACTORS].sort())
    for (const [, outcome] of outcomes) expect(outcome === 200 || isErrorCode(outcome)).toBe(true)
  }
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

    test.each(ACTORS)('answers %s as about what nobody has', async (actor) => {
      const by = personOf(actor)
      const trespasses = row.foreign?.(by, neighbour) ?? []
      expect(trespasses.length).toBeGreaterThan(0)
      for (const { foreign, unknown, expected } of trespasses) {
        const answer = await send(name, by, foreign)
        expectOutcome(answer, expected[actor])
        expectNothingOf(neighbour.markers, answer, JSON.stringify(foreign))
        expectAlike(answer, await send(name, by, unknown))
      }
    })
  },
)

test('after all that, not one row of the other company has changed', async () => {
  expect(await fingerprintCompany(market.server.services.db, neighbour.company.id)).toEqual(before)
})
