import { channel } from 'node:diagnostics_channel'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { logInTestUser, startTestServer, type TestServer } from '#tests/support/start-test-server.ts'
import { createCompany, createOperator } from '#tests/support/tenants.ts'
import { exchangeRaw, lines, statusesIn } from './raw-exchange.ts'

let server: TestServer
let port: number
let token: string
beforeAll(async () => {
  server = await startTestServer()
  port = Number(new URL(server.url).port)
  const company = await createCompany(server.services.db)
  const operator = await createOperator(server.services.db, company.id)
  token = (await logInTestUser(server, operator.username)).token
})
afterAll(() => server.stop())

const HOST = 'Host: localhost'
const LAST = lines('GET /healthz HTTP/1.1', HOST, 'Connection: close', '', '')
const SMUGGLED = lines('GET /smuggled HTTP/1.1', HOST, '', '')
const PUSH = 'POST /v1/accounting/sync/push HTTP/1.1'
const RESUME = 'POST /v1/accounting/fiscal/resume HTTP/1.1'

const seenPaths = () =>
  server.events.flatMap(({ endpoint }) => (typeof endpoint === 'string' ? [endpoint] : []))

describe('a body that two servers could read differently', () => {
  test.each([
    ['length and chunks at once', ['Content-Length: 4', 'Transfer-Encoding: chunked']],
    ['chunks and length at once', ['Transfer-Encoding: chunked', 'Content-Length: 4']],
    ['two lengths', ['Content-Length: 4', `Content-Length: ${SMUGGLED.length}`]],
    ['a list of lengths', ['Content-Length: 4, 5']],
    ['a signed length', ['Content-Length: +4']],
    ['a negative length', ['Content-Length: -1']],
    ['a length in another base', ['Content-Length: 0x4']],
    ['a space before the colon', ['Transfer-Encoding : chunked']],
    ['an unknown transfer coding', ['Transfer-Encoding: xchunked']],
    ['chunks that are not last', ['Transfer-Encoding: chunked, identity']],
    ['a folded header', ['Transfer-Encoding:', ' chunked']],
    ['a bare line feed in a header', ['X-A: b\nTransfer-Encoding: chunked']],
  ])('%s ends the connection before anything hidden is read', async (_, headers) => {
    const body = `0\r\n\r\n${SMUGGLED}`
    const answer = await exchangeRaw(port, lines(RESUME, HOST, ...headers, '', body) + LAST, true)
    // Turned away by its shape, or before it was read; then nothing else is answered on this connection.
    expect([400, 401], answer).toContain(statusesIn(answer)[0])
    expect(
      statusesIn(answer).every((status) => status >= 400),
      answer,
    ).toBe(true)
    expect(seenPaths()).not.toContain('/smuggled')
  })

  test('a request hidden in the body of one that is refused unread is no request', async () => {
    const head = lines(RESUME, HOST, `Content-Length: ${SMUGGLED.length}`, '', '')
    expect(statusesIn(await exchangeRaw(port, head + SMUGGLED + LAST))).toEqual([401, 200])
    const chunk = `${SMUGGLED.length.toString(16)}\r\n${SMUGGLED}\r\n0\r\n\r\n`
    const chunked = lines(PUSH, HOST, 'Authorization: Bearer x', 'Transfer-Encoding: chunked', '', '')
    expect(statusesIn(await exchangeRaw(port, chunked + chunk + LAST))).toEqual([401, 200])
    expect(seenPaths()).not.toContain('/smuggled')
  })

  test('more bytes than declared are not taken for a request', async () => {
    const head = lines('POST /api/v2/user/login HTTP/1.1', HOST, 'Content-Length: 2', '', '{}')
    const answer = await exchangeRaw(port, `${head}0\r\n\r\n${LAST}`)
    expect(statusesIn(answer).at(-1), answer).toBe(400)
    expect(statusesIn(answer)).not.toContain(200)
  })

  test.each([
    ['fewer bytes than told', lines('Content-Length: 500', '', '{"username":')],
    ['a chunk that never comes', lines('Transfer-Encoding: chunked', '', '5\r\n{"us')],
    ['a chunk without a size', lines('Transfer-Encoding: chunked', '', 'zz\r\n{}\r\n0\r\n\r\n')],
  ])('%s: the caller is gone, the server continues, and the log contains no fault', async (_, rest) => {
    const before = server.events.length
    const answer = await exchangeRaw(port, lines('POST /api/v2/user/login HTTP/1.1', HOST, rest), true)
    expect(
      statusesIn(answer).every((status) => status === 400),
      answer,
    ).toBe(true)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect(server.events.slice(before).filter(({ event }) => event === 'fault')).toEqual([])
  })
})

describe('requests with a head that no browser sends', () => {
  test.each([
    ['no host', lines('GET /healthz HTTP/1.1', '', '')],
    ['a control character in a header', lines('GET /healthz HTTP/1.1', HOST, 'X-A: a\u0000b', '', '')],
    ['a control character in the path', lines('GET /a\u0000b HTTP/1.1', HOST, '', '')],
    ['a method in small letters', lines('get /healthz HTTP/1.1', HOST, '', '')],
    ['a method of its own', lines('STEAL /healthz HTTP/1.1', HOST, '', '')],
    ['no HTTP at all', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001'],
    ['64 KB of header', lines('GET /healthz HTTP/1.1', HOST, `X-A: ${'a'.repeat(65_536)}`, '', '')],
    ['64 KB of path', lines(`GET /${'a'.repeat(65_536)} HTTP/1.1`, HOST, '', '')],
  ])('%s is refused and the connection ends', async (_, request) => {
    const answer = await exchangeRaw(port, request)
    expect([400, 431], answer).toContain(statusesIn(answer)[0])
    expect(statusesIn(answer)).toHaveLength(1)
  })

  test.each([
    ['of another site', 'GET http://evil.example/healthz HTTP/1.1', HOST],
    ['by another host', 'GET /v1/evil HTTP/1.1', 'Host: evil.example'],
    ['by a host that is none', 'GET /v1/evil HTTP/1.1', 'Host: a b@evil.example/"<x>'],
    ['by a second host', 'GET /v1/evil HTTP/1.1', 'host: evil.example'],
    ['through a proxy that is none', 'GET /v1/evil HTTP/1.1', 'X-Forwarded-Host: evil.example'],
  ])('an address %s gets no echo and no redirect', async (_, first, header) => {
    const head = header.startsWith('Host') ? [header] : [HOST, header]
    const answer = await exchangeRaw(
      port,
      lines(first, ...head, 'Origin: https://evil.example', 'Connection: close', '', ''),
    )
    expect([200, 400, 404], answer).toContain(statusesIn(answer)[0])
    expect(answer).not.toContain('evil.example')
    expect(answer.toLowerCase()).not.toMatch(/\r\nlocation:|access-control-/)
  })

  test('what a caller writes does not come back in a header, and its request id is not taken over', async () => {
    const answer = await exchangeRaw(
      port,
      lines(
        'GET /v1/accounting/sync/ping?nonce=a%0d%0aSet-Cookie:%20a=b HTTP/1.1',
        HOST,
        'X-Request-Id: chosen-by-caller',
        'Accept-Encoding: gzip%0d%0aX-Evil: 1',
        'If-None-Match: "x"%0d%0aX-Evil: 1',
        'Connection: close',
        '',
        '',
      ),
    )
    const [head = ''] = answer.split('\r\n\r\n')
    expect(head).not.toMatch(/set-cookie|x-evil|chosen-by-caller/i)
    expect(answer).toContain('a\\r\\nSet-Cookie: a=b')
  })
})

describe('methods', () => {
  const paths = Object.values<Endpoint>(endpoints).map(({ method, path }) => ({
    method,
    path: path.replace(/:\w+/, 'x'),
  }))

  test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'])(
    '%s opens no endpoint, with a token and with an override header',
    async (method) => {
      for (const { path } of paths) {
        const answer = await exchangeRaw(
          port,
          lines(
            `${method} ${path}?nonce=nonce-of-8 HTTP/1.1`,
            HOST,
            `Authorization: Bearer ${token}`,
            'X-HTTP-Method-Override: POST',
            'Connection: close',
            '',
            '',
          ),
        )
        expect(statusesIn(answer), `${method} ${path}`).toEqual([404])
        expect(answer).not.toContain(token)
      }
    },
  )

  test('an override header does not turn a reading call into a writing one', async () => {
    const response = await fetch(`${server.url}/v1/accounting/fiscal/resume?_method=POST`, {
      headers: {
        authorization: `Bearer ${token}`,
        'x-http-method-override': 'POST',
        'x-method-override': 'POST',
      },
    })
    expect(response.status).toBe(404)
  })

  test('HEAD asks for the same rights as GET and brings no body', async () => {
    // A path that is posted to may also be one that is read, as `…/:id`.
    const readable = Object.values<Endpoint>(endpoints)
      .filter(({ method }) => method === 'GET')
      .map(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`))
    // Read by everybody: how to reach the provider, its prices, published tax tips, the description of the public API.
    const open = new Set([
      ...['/api/v2/contact', '/api/v2/provider', '/api/v2/tax-tips/published'],
      '/v1/accounting/public/openapi.json',
    ])
    for (const { path } of paths) {
      const response = await fetch(`${server.url}${path}`, { method: 'HEAD' })
      const expected = !readable.some((pattern) => pattern.test(path))
        ? [404]
        : open.has(path)
          ? [200]
          : [401, 422]
      expect(expected, path).toContain(response.status)
      expect(await response.text()).toBe('')
    }
  })

  test('CONNECT gets no tunnel', async () => {
    const answer = await exchangeRaw(port, lines('CONNECT 127.0.0.1:22 HTTP/1.1', HOST, '', ''))
    expect(answer).not.toContain(' 200 ')
  })
})

describe('slow and heavy callers', () => {
  test('a head and a body have to come within a minute, and an idle connection ends', async () => {
    const found = await new Promise<Server>((resolve) => {
      const started = channel('http.server.request.start')
      const notice = (message: unknown) => {
        started.unsubscribe(notice)
        resolve((message as { server: Server }).server)
      }
      started.subscribe(notice)
      void fetch(`${server.url}/healthz`)
    })
    const limits = [found.headersTimeout, found.requestTimeout, found.keepAliveTimeout]
    for (const limit of limits) {
      expect(limit).toBeGreaterThan(0)
      expect(limit).toBeLessThanOrEqual(66_000)
    }
  })

  test('two hundred callers that never finish do not keep others out', async () => {
    const held = Array.from({ length: 200 }, (_, index) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      const body = lines('POST /api/v2/user/login HTTP/1.1', HOST, 'Content-Length: 900000', '', '{"user')
      socket.write(index % 2 === 0 ? 'GET /healthz HTTP/1.1\r\nHost: loc' : body)
      return socket
    })
    try {
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
      expect((await server.call('session.read', {}, token)).status).toBe(200)
    } finally {
      for (const socket of held) socket.destroy()
    }
  })

  test('bombs at every endpoint at once are refused without unpacking them', async () => {
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(100 * 1024 * 1024, 32)))
    const postEndpoints = Object.values<Endpoint>(endpoints).filter(({ method }) => method === 'POST')
    const before = process.memoryUsage().rss
    const answers = await Promise.all(
      [...postEndpoints, ...postEndpoints].map(({ path }) =>
        fetch(`${server.url}${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-encoding': 'gzip' },
          body: bomb,
        }),
      ),
    )
    // Resuming is the owner's, but the body comes first.
    for (const answer of answers) expect(answer.status).toBe(413)
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024)
  })
})
