import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { type EndpointName, endpoints } from '#contract/endpoints.ts'
import { createAccessTokens } from '#server/security/access-tokens.ts'
import {
  logInTestUser,
  readAnswer,
  startTestServer,
  type TestServer,
} from '../../support/start-test-server.ts'
import { createCompany, createOperator } from '../../support/tenants.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  const company = await createCompany(server.services.db)
  const operator = await createOperator(server.services.db, company.id)
  token = (await logInTestUser(server, operator.username)).token
})
afterAll(() => server.stop())

const all = Object.entries<Endpoint>(endpoints)
const closed = all.filter(([, endpoint]) => endpoint.access !== 'public').map(([name]) => name)

/** Calls an endpoint with any text as token, query and body. */
async function knock(name: string, options: { authorization?: string; body?: string; query?: string } = {}) {
  const { method, path } = endpoints[name as EndpointName]
  const response = await fetch(
    `${server.url}${path.replaceAll(/:\w+/g, randomUUID())}${options.query ?? ''}`,
    {
      method,
      headers: options.authorization === undefined ? {} : { authorization: options.authorization },
      ...(method === 'POST' ? { body: options.body ?? '{}' } : {}),
    },
  )
  return await readAnswer(response)
}

describe('every endpoint behind a login (spec §6: all calls need a token)', () => {
  test('the list is not empty', () => expect(closed.length).toBeGreaterThan(5))

  test.each(closed)('%s refuses without a token', async (name) => {
    const { status, body, headers } = await knock(name)
    expect(status).toBe(401)
    expect(body).toMatchObject({ code: 'TOKEN_MISSING' })
    expect(headers.get('content-type')).toBe('application/problem+json')
    expect(headers.get('www-authenticate')).toBe('Bearer')
  })

  test.each(closed)('%s refuses a made-up token', async (name) => {
    const { status, body } = await knock(name, { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' })
    expect(status).toBe(401)
    expect(body).toMatchObject({ code: 'TOKEN_INVALID' })
  })

  test.each(closed)(
    '%s refuses an expired token with the words that ask for a refresh (spec §7)',
    async (name) => {
      const old = await server.services.tokens.issue({
        userId: randomUUID(),
        companyId: null,
        userType: 'operator',
        deviceId: randomUUID(),
        familyId: randomUUID(),
      })
      server.clock.advance(15 * 60_000)
      const { status, body } = await knock(name, { authorization: `Bearer ${old}` })
      server.clock.advance(-15 * 60_000)
      expect(status).toBe(401)
      expect(body).toMatchObject({ code: 'TOKEN_EXPIRED', message: 'Expired JWT Token' })
    },
  )
})

describe('tokens that look right', () => {
  const claims = {
    userId: randomUUID(),
    companyId: null,
    userType: 'operator',
    deviceId: randomUUID(),
    familyId: randomUUID(),
  } as const

  test('of another key are refused', async () => {
    const foreign = await createAccessTokens(new Uint8Array(32).fill(7), server.clock).issue(claims)
    expect((await server.call('session.read', {}, foreign)).body).toMatchObject({ code: 'TOKEN_INVALID' })
  })

  test('of an unknown user are refused', async () => {
    const nobody = await server.services.tokens.issue(claims)
    expect((await server.call('session.read', {}, nobody)).body).toMatchObject({ code: 'TOKEN_INVALID' })
  })

  test.each(['Basic YTpi', 'Bearer', 'Bearer a b', 'bearer'])(
    '%j is no bearer token',
    async (authorization) => {
      expect((await knock('session.read', { authorization })).body).toMatchObject({
        status: 401,
        code: 'TOKEN_INVALID',
      })
    },
  )

  test('last 15 minutes to the second', async () => {
    server.clock.advance(15 * 60_000 - 1_000)
    const last = await server.call('session.read', {}, token)
    server.clock.advance(1_000)
    const late = await server.call('session.read', {}, token)
    server.clock.advance(-15 * 60_000)
    expect([last.status, late.status]).toEqual([200, 401])
  })
})

describe('bad input', () => {
  const BAD = {
    username: 7,
    nonce: 7,
    ops: 'x',
    refresh_token: [],
    currentPassword: {},
    lastGc: 'many',
    companyId: 7,
    'invoice-issued': 'maybe',
  }
  const takesInput = all
    .filter(
      ([, endpoint]) =>
        Object.keys('entries' in endpoint.input ? (endpoint.input.entries as object) : {}).length,
    )
    .filter(([, endpoint]) => !endpoint.path.includes(':'))
    .map(([name]) => name)

  test.each(takesInput)('%s names the fields it cannot read', async (name) => {
    const { status, body } = await knock(name, {
      authorization: `Bearer ${token}`,
      body: JSON.stringify(BAD),
      query:
        '?nonce=x&from=yesterday&to=2026-02-30&after=later&companyId=nobody&filter=nonsense&sort=nonsense',
    })
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'REQUEST_INVALID' })
    expect((body as { fields: unknown[] }).fields.length).toBeGreaterThan(0)
  })

  test('a path id that is none gets the answer of an unknown one', async () => {
    const ask = async (id: string) => {
      const answer = await server.call('invoices.find', { id }, token)
      return { ...answer, body: { ...(answer.body as object), requestId: '' }, headers: null }
    }
    const unknown = await ask(randomUUID())
    expect(unknown.status).toBe(404)
    expect(unknown.body).toMatchObject({ code: 'NOT_FOUND' })
    expect(await ask('not-an-id')).toEqual(unknown)
    expect(await ask("1' or '1'='1")).toEqual(unknown)
  })
})
