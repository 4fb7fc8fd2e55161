import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import forge from 'node-forge'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildRequest } from '#api/build-request.ts'
import { type Caller, createCaller } from '#api/call.ts'
import { retryAfterMs } from '#api/retry-after.ts'
import type { Bearer, TokenSource } from '#api/token-source.ts'
import type { Traffic } from '#api/traffic.ts'
import { endpoints } from '#contract/endpoints.ts'
import { proveAnswer } from '../support/prove-answer.ts'

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string }

const NONCE = 'nonce-123456'
const newId = () => 'request-1'
const NOBODY = { tokens: null, account: null, newId } as const
const PONG = JSON.stringify({ proto: 1, nonce: NONCE, serverTime: '2026-11-21T10:00:00.000Z' })

let server: Server
let origin: string
let seen: Seen[]
let answer: (response: ServerResponse, request: Seen) => void

beforeEach(async () => {
  seen = []
  answer = (response, request) =>
    response.setHeader('content-type', 'application/json').end(proven(request, PONG))
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks)
      const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw
      const one = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: body.toString('utf8'),
      }
      seen.push(one)
      answer(response, one)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  // A server that listens on a port has such an address.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => {
    server.close(resolve)
  })
})

/** As our server answers: it names the request. */
function proven({ method, url }: Seen, body: string): string {
  return proveAnswer({ method, path: url }, body)
}

function tokensOf(...bearers: Bearer[]): TokenSource & { asked: string[] } {
  const asked: string[] = []
  const next = (): Bearer => bearers.shift() ?? { kind: 'none' }
  return {
    asked,
    bearer: async () => next(),
    renew: async (expired) => {
      asked.push(expired)
      return next()
    },
  }
}

function caller(tokens: TokenSource | null = null): Caller {
  return createCaller({ prefix: origin, tokens, account: null, newId })
}

it('counts the bytes of a call on the network: compressed, and also when no answer comes', async () => {
  const counted: Traffic[] = []
  const counting = createCaller({
    prefix: origin,
    ...NOBODY,
    onTraffic: (traffic) => counted.push(traffic),
  })
  await counting('sync.ping', { nonce: NONCE })
  const [ping] = counted
  expect(ping?.up).toBeGreaterThan(50)
  expect(ping?.up).toBeLessThan(1_000)
  expect(ping?.down).toBeGreaterThan(PONG.length)
  expect(ping?.down).toBeLessThan(PONG.length + 1_000)
  answer = (response) =>
    response.setHeader('content-length', '40000').write(' '.repeat(30_000), () => response.destroy())
  await counting('sync.ping', { nonce: NONCE })
  await createCaller({ ...NOBODY, prefix: 'http://127.0.0.1:9', onTraffic: (one) => counted.push(one) })(
    'sync.ping',
    { nonce: NONCE },
  )
  expect(counted.slice(1).map(({ down }) => down)).toEqual([0, 0])
})

function problem(status: number, code: string, message = code): typeof answer {
  return (response, request) => {
    response.statusCode = status
    response.setHeader('content-type', 'application/problem+json')
    const body = { type: 'about:blank', title: code, status, code, message, requestId: 'r' }
    response.end(proven(request, JSON.stringify({ ...body, fields: [{ path: 'name', code }] })))
  }
}

describe('what a call gives back', () => {
  it('an answer of the right shape', async () => {
    const outcome = await caller()('sync.ping', { nonce: NONCE })
    expect(outcome).toMatchObject({ kind: 'answered', value: { nonce: NONCE } })
    expect(seen[0]).toMatchObject({
      method: 'GET',
      url: `/v1/accounting/sync/ping?nonce=${NONCE}&requestNonce=request-1`,
    })
  })

  it.each([
    ['a login page', 200, '<html>Welcome</html>'],
    ['JSON of another shape', 200, '{"proto":2}'],
    ['an answer cut short', 200, PONG.slice(0, -3)],
    ['nothing', 204, ''],
    ['a login page that says no', 401, '<html>Pay first</html>'],
    ['a portal that wants a login', 511, 'Network Authentication Required'],
    ['somebody who does not know the address', 404, '<html>Not found</html>'],
  ])('%s is unreadable', async (_, status, body) => {
    answer = (response) => {
      response.statusCode = status
      response.end(body)
    }
    expect(await caller()('sync.ping', { nonce: NONCE })).toEqual({
      kind: 'unreadable',
      endpoint: 'sync.ping',
      status,
    })
  })

  it('a refusal with its code, fields and time to wait', async () => {
    answer = (response, request) => {
      response.setHeader('retry-after', '7')
      problem(429, 'TOO_MANY_REQUESTS')(response, request)
    }
    expect(await caller()('sync.ping', { nonce: NONCE })).toEqual({
      kind: 'refused',
      status: 429,
      code: 'TOO_MANY_REQUESTS',
      message: 'TOO_MANY_REQUESTS',
      fields: [{ path: 'name', code: 'TOO_MANY_REQUESTS' }],
      data: {},
      retryAfterMs: 7_000,
    })
  })

  it('a code of a newer server as UNEXPECTED', async () => {
    answer = problem(409, 'MOON_IN_WRONG_HOUSE')
    expect(await caller()('sync.ping', { nonce: NONCE })).toMatchObject({
      kind: 'refused',
      code: 'UNEXPECTED',
    })
  })

  it.each([[502], [503], [504], [413], [500]])('what a proxy says in our place: %i', async (status) => {
    answer = (response) => {
      response.statusCode = status
      response.end('<html>Bad gateway</html>')
    }
    expect(await caller()('sync.ping', { nonce: NONCE })).toMatchObject({ kind: 'refused', status })
  })

  it('a redirect is not followed: nothing was answered (A12)', async () => {
    answer = (response) => {
      response.statusCode = 302
      response.setHeader('location', `${origin}/login`)
      response.end()
    }
    expect(await caller()('sync.ping', { nonce: NONCE })).toEqual({ kind: 'unreachable' })
    expect(seen).toHaveLength(1)
  })

  it('a connection cut in the middle of the answer', async () => {
    answer = (response) => {
      response.setHeader('content-length', '500')
      response.write(PONG.slice(0, 20))
      setImmediate(() => response.destroy())
    }
    expect(await caller()('sync.ping', { nonce: NONCE })).toEqual({ kind: 'unreachable' })
  })

  it('an answer that stalls half-way is too slow (A9)', async () => {
    answer = (response) => {
      response.write(PONG.slice(0, 20))
    }
    const outcome = await caller()('sync.ping', { nonce: NONCE }, { timeoutMs: 60 })
    expect(outcome).toEqual({ kind: 'too-slow' })
  })

  it('a connection on which no answer begins is not taken for a slow one (A9)', async () => {
    const limits = { timeoutMs: 60_000, answerBeginsMs: 60 }
    answer = () => undefined
    expect(await caller()('sync.ping', { nonce: NONCE }, limits)).toEqual({ kind: 'unreachable' })
    const { promise: begun, resolve } = Promise.withResolvers<ServerResponse>()
    answer = (response, request) => {
      response.setHeader('content-type', 'application/json')
      response.write(proven(request, PONG).slice(0, 20), () => resolve(response))
    }
    const outcome = caller()('sync.ping', { nonce: NONCE }, { ...limits, timeoutMs: 300 })
    await begun
    expect(await outcome).toEqual({ kind: 'too-slow' })
  })

  it('a certificate that is not valid yet by the clock of the phone (A13)', async () => {
    const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const key = keys.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
    const certificate = forge.pki.createCertificate()
    certificate.publicKey = forge.pki.publicKeyFromPem(
      keys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    )
    certificate.validity.notBefore = new Date(Date.now() + 86_400_000)
    certificate.validity.notAfter = new Date(Date.now() + 2 * 86_400_000)
    certificate.setSubject([{ name: 'commonName', value: 'localhost' }])
    certificate.setIssuer([{ name: 'commonName', value: 'localhost' }])
    certificate.sign(forge.pki.privateKeyFromPem(key), forge.md.sha256.create())
    let answered = 0
    const guarded = createTlsServer({ key, cert: forge.pki.certificateToPem(certificate) }, (_, response) => {
      answered += 1
      response.end(PONG)
    })
    await new Promise<void>((resolve) => {
      guarded.listen(0, '127.0.0.1', resolve)
    })
    const { port } = guarded.address() as AddressInfo
    const there = createCaller({ ...NOBODY, prefix: `https://127.0.0.1:${port}` })
    expect(await there('sync.ping', { nonce: NONCE })).toEqual({ kind: 'unreachable' })
    expect(answered).toBe(0)
    await new Promise((resolve) => {
      guarded.close(resolve)
    })
  })

  it('no server at all, and a caller that aborts', async () => {
    const nowhere = createCaller({ ...NOBODY, prefix: 'http://127.0.0.1:9' })
    expect(await nowhere('sync.ping', { nonce: NONCE })).toEqual({ kind: 'unreachable' })
    const outcome = await caller()('sync.ping', { nonce: NONCE }, { signal: AbortSignal.abort() })
    expect(outcome).toEqual({ kind: 'unreachable' })
  })
})

describe('the bearer', () => {
  const token = (text: string): Bearer => ({ kind: 'token', token: text })

  it('goes with calls that need one, and not with public ones', async () => {
    const call = caller(tokensOf(token('t1')))
    await call('sync.ping', { nonce: NONCE })
    await call('session.read', {})
    expect(seen.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer t1'])
  })

  it('expired: one shared refresh, then the call again (spec §7)', async () => {
    const tokens = tokensOf(token('old'), token('new'))
    answer = (response, request) => {
      const expired = request.headers.authorization === 'Bearer old'
      if (expired) problem(401, 'TOKEN_EXPIRED', 'Expired JWT Token')(response, request)
      else problem(403, 'FORBIDDEN')(response, request)
    }
    expect(await caller(tokens)('session.read', {})).toMatchObject({ status: 403 })
    expect(tokens.asked).toEqual(['old'])
    expect(seen).toHaveLength(2)
  })

  it('expired twice is not tried a third time', async () => {
    answer = problem(401, 'TOKEN_EXPIRED', 'Expired JWT Token')
    const outcome = await caller(tokensOf(token('a'), token('b'), token('c')))('session.read', {})
    expect(outcome).toMatchObject({ status: 401, code: 'TOKEN_EXPIRED' })
    expect(seen).toHaveLength(2)
  })

  it('another 401 is not a matter of refreshing', async () => {
    answer = problem(401, 'TOKEN_INVALID')
    const tokens = tokensOf(token('a'), token('b'))
    await caller(tokens)('session.read', {})
    expect(tokens.asked).toEqual([])
  })

  it('signed out: refused without asking the server', async () => {
    expect(await caller(tokensOf())('session.read', {})).toMatchObject({ status: 401, code: 'TOKEN_MISSING' })
    expect(seen).toHaveLength(0)
  })

  it('a refresh out of reach is the failure of the call', async () => {
    const failed: Bearer = { kind: 'failed', failure: { kind: 'too-slow' } }
    expect(await caller(tokensOf(failed))('session.read', {})).toEqual({ kind: 'too-slow' })
  })
})

describe('what goes out', () => {
  it('a long body travels gzipped and says so, a short one as it is', async () => {
    answer = problem(401, 'INVALID_CREDENTIALS')
    const login = (password: string) =>
      caller()('auth.login', { username: 'asha', password, deviceId: crypto.randomUUID() })
    await login('short')
    await login('x'.repeat(5_000))
    expect(seen.map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip'])
    expect(JSON.parse(seen[1]?.body ?? '')).toMatchObject({ username: 'asha', password: 'x'.repeat(5_000) })
  })

  it('parts of the path, query and body go where the contract says', () => {
    const id = 'a/b'
    expect(buildRequest(endpoints['invoices.find'], { id })).toEqual({
      path: '/v1/accounting/invoices/a%2Fb',
      search: {},
      content: null,
    })
    expect(buildRequest(endpoints['sync.pull'], { nonce: 'n', cursor: undefined })).toMatchObject({
      search: { nonce: 'n' },
    })
    expect(buildRequest(endpoints['auth.refresh'], { refresh_token: 'r' }).content).toEqual({
      refresh_token: 'r',
    })
  })
})

it.each([
  ['20', null, 20_000],
  ['0', null, 0],
  ['-5', null, 0],
  ['999999', null, 3_600_000],
  ['Sat, 21 Nov 2026 10:00:30 GMT', 'Sat, 21 Nov 2026 10:00:00 GMT', 30_000],
  // Without the server's own clock a date says nothing: the phone's may be a year off.
  ['Sat, 21 Nov 2026 10:00:30 GMT', null, null],
  ['soon', 'Sat, 21 Nov 2026 10:00:00 GMT', null],
  ['', null, null],
  [null, null, null],
])('Retry-After %j with Date %j waits %j ms', (header, date, expected) => {
  expect(retryAfterMs(header, date)).toBe(expected)
})
