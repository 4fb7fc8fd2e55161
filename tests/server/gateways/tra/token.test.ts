import { describe, expect, it } from 'vitest'
import type { Token, TraOutcome } from '#server/gateways/tra/gateway.ts'
import { createTraGateway } from '#server/gateways/tra/live.ts'
import { createSendWithToken, type TokenStore } from '#server/gateways/tra/send-with-token.ts'
import { isTokenUsable } from '#server/gateways/tra/token.ts'
import { type StubAnswer, startStub } from './stub-authority.ts'

const NOW = Date.parse('2026-03-02T06:00:00.000Z')
const clock = { now: () => NOW }
const gateway = createTraGateway({ clock, timeouts: { tokenMs: 2000 } })
const credentials = { username: 'duka mfano', password: 'a@b;c=d#e+f&g%h é', tokenPath: 'vfdtoken' }
const granted = (headers: Record<string, string> = {}): StubAnswer => ({
  headers,
  body: '{"access_token":"tok-1","token_type":"bearer","expires_in":86399}',
})

async function ask(answer: StubAnswer) {
  await using stub = await startStub(answer)
  return await gateway.token(stub.endpoint, credentials)
}

describe('asking for a token', () => {
  it('sends a lower-case form in which every sign of the password survives', async () => {
    await using stub = await startStub(granted())
    const outcome = await gateway.token(stub.endpoint, credentials)
    expect(outcome).toMatchObject({
      kind: 'accepted',
      value: { accessToken: 'tok-1', expiresAtMs: NOW + 86_399_000, command: null, commandMessage: '' },
    })
    const [request] = stub.requests
    expect(request).toMatchObject({ method: 'POST', url: '/vfdtoken' })
    expect(request?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
    expect(request?.body).toBe(
      'username=duka%20mfano&password=a%40b%3Bc%3Dd%23e%2Bf%26g%25h%20%C3%A9&grant_type=password',
    )
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      username: credentials.username,
      password: credentials.password,
      grant_type: 'password',
    })
  })

  it.each([
    ['7', 7],
    ['8', 8],
    ['18', 18],
    [' 8 ', 8],
    ['99', null],
  ] as const)('reads the command in header ACKCODE %s (field practice)', async (code, command) => {
    expect(await ask(granted({ ACKCODE: code, ACKMSG: 'VFD is BLOCKED' }))).toMatchObject({
      kind: 'accepted',
      value: { accessToken: 'tok-1', command, commandMessage: 'VFD is BLOCKED' },
      attempt: { ackCode: code.trim(), ackMessage: 'VFD is BLOCKED' },
    })
  })

  it('obeys a command to stop that comes without a token', async () => {
    const outcome = await ask({ status: 400, headers: { ACKCODE: '18', ACKMSG: 'Register again' } })
    expect(outcome).toMatchObject({ kind: 'accepted', value: { accessToken: '', command: 18 } })
    if (outcome.kind !== 'accepted') throw new Error('not accepted')
    expect(isTokenUsable(outcome.value, NOW)).toBe(false)
  })

  it.each<[string, StubAnswer, object]>([
    [
      'bad credentials',
      { status: 400, body: '{"error":"invalid_grant"}' },
      { kind: 'misconfigured', code: 'invalid_grant' },
    ],
    [
      'a missing grant',
      { status: 400, body: '{"error":"unsupported_grant_type"}' },
      { kind: 'misconfigured', code: 'unsupported_grant_type' },
    ],
    ['401', { status: 401 }, { kind: 'misconfigured', code: 'HTTP_401' }],
    ['500', { status: 500, body: 'x' }, { kind: 'unknown', reason: 'http' }],
    ['a page', { body: '<html></html>' }, { kind: 'unknown', reason: 'unreadable' }],
    ['an empty token', { body: '{"access_token":""}' }, { kind: 'unknown', reason: 'unreadable' }],
    [
      'a token that breaks headers',
      { body: '{"access_token":"a\\nb"}' },
      { kind: 'unknown', reason: 'unreadable' },
    ],
    ['an array', { body: '[]' }, { kind: 'unknown', reason: 'unreadable' }],
    ['a cut line', (response) => response.destroy(), { kind: 'unknown', reason: 'network' }],
  ])('judges %s', async (_name, answer, expected) => {
    expect(await ask(answer)).toMatchObject(expected)
  })

  it('never sends credentials to another host through the path in the answer', async () => {
    await using stub = await startStub(granted())
    for (const tokenPath of ['@example.com/x', '../x', 'http://example.com', 'x?y', '']) {
      expect(await gateway.token(stub.endpoint, { ...credentials, tokenPath })).toMatchObject({
        kind: 'misconfigured',
        code: 'REQUEST_INVALID',
      })
    }
    expect(stub.requests).toHaveLength(0)
  })

  it('keeps the password out of the hash that is recorded', async () => {
    await using stub = await startStub(granted())
    const first = await gateway.token(stub.endpoint, credentials)
    const second = await gateway.token(stub.endpoint, { ...credentials, password: 'other' })
    expect(first.attempt.bytesSha256).toBe(second.attempt.bytesSha256)
  })
})

describe('a kept token', () => {
  it('counts as expired 60 seconds early', () => {
    const token = { accessToken: 'tok-1', expiresAtMs: NOW + 100_000 }
    expect(isTokenUsable(token, NOW + 39_999)).toBe(true)
    expect(isTokenUsable(token, NOW + 40_000)).toBe(false)
    expect(isTokenUsable({ ...token, accessToken: '' }, NOW)).toBe(false)
  })
})

const attempt = {
  at: '2026-03-02T06:00:00.000Z',
  httpStatus: 200,
  ackCode: null,
  ackMessage: null,
  bytesSha256: '',
  tookMs: 0,
}
const endpoint = { baseUrl: 'http://127.0.0.1:1', verifyUrl: '', environment: 'simulator' as const }

/** A sender over a gateway that grants tok-1, tok-2, … and a shelf in memory. */
function sender(stored: Token | null, command: (nth: number) => Token['command'] = () => 7) {
  let asked = 0
  let shelved = stored
  const shelf: TokenStore = {
    find: async () => shelved,
    upsert: async (token) => {
      shelved = token
    },
    delete: async () => {
      shelved = null
    },
  }
  const sendWithToken = createSendWithToken({
    clock,
    gateway: {
      token: async (): Promise<TraOutcome<Token>> => {
        asked += 1
        const value = {
          accessToken: `tok-${asked}`,
          expiresAtMs: NOW + 86_399_000,
          command: command(asked),
          commandMessage: 'as the authority says',
        }
        return { kind: 'accepted', value, signature: 'unverified', attempt }
      },
    },
  })
  const used: string[] = []
  return {
    used,
    asked: () => asked,
    shelved: () => shelved?.accessToken ?? null,
    send: (refuse: (nth: number) => boolean = () => false) =>
      sendWithToken(
        { endpoint, credentials, tokens: shelf },
        async (accessToken): Promise<TraOutcome<string>> => {
          used.push(accessToken)
          return refuse(used.length)
            ? { kind: 'unauthorized', attempt }
            : { kind: 'accepted', value: accessToken, signature: 'unverified', attempt }
        },
      ),
  }
}

const fresh: Token = { accessToken: 'kept', expiresAtMs: NOW + 3_600_000, command: 7, commandMessage: '' }

describe('sending with a token', () => {
  it('uses the kept token while it lasts', async () => {
    const till = sender(fresh)
    expect(await till.send()).toMatchObject({ kind: 'accepted', value: 'kept' })
    expect(till.asked()).toBe(0)
  })

  it('asks for a new one when none is kept or its time is nearly over, and keeps it', async () => {
    for (const stored of [null, { ...fresh, expiresAtMs: NOW + 60_000 }]) {
      const till = sender(stored)
      expect(await till.send()).toMatchObject({ kind: 'accepted', value: 'tok-1' })
      expect(till.shelved()).toBe('tok-1')
    }
  })

  it('on 401 drops the token, requests one and sends again, once', async () => {
    const till = sender(fresh)
    expect(await till.send((nth) => nth === 1)).toMatchObject({ kind: 'accepted', value: 'tok-1' })
    expect(till.used).toEqual(['kept', 'tok-1'])
  })

  it('gives up after the second 401', async () => {
    const till = sender(fresh)
    expect(await till.send(() => true)).toMatchObject({ kind: 'unauthorized' })
    expect(till.used).toEqual(['kept', 'tok-1'])
    expect(till.asked()).toBe(1)
  })

  it('sends nothing when the new token has a command to stop', async () => {
    for (const command of [8, 18] as const) {
      const till = sender(null, () => command)
      expect(await till.send()).toMatchObject({
        kind: 'commanded',
        command,
        message: 'as the authority says',
      })
      expect(till.used).toEqual([])
    }
  })

  it('requests a new token when the stored one has a command to stop, so that an unblocked device continues', async () => {
    const till = sender({ ...fresh, command: 8 })
    expect(await till.send()).toMatchObject({ kind: 'accepted', value: 'tok-1' })
  })

  it('asks once however many documents wait', async () => {
    const till = sender(null)
    const outcomes = await Promise.all([till.send(), till.send(), till.send()])
    expect(outcomes.map((outcome) => outcome.kind)).toEqual(['accepted', 'accepted', 'accepted'])
    expect(till.asked()).toBe(1)
  })
})
