import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestBackend, type TestBackend } from '../../support/test-backend.ts'
import { openTenant, type Tenant } from './cast.ts'

let dist: string
let backend: TestBackend
let shop: Tenant
beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), 'risiti-headers-'))
  mkdirSync(join(dist, 'assets'))
  const long = '/* risiti */\n'.repeat(200)
  writeFileSync(
    join(dist, 'index.html'),
    `<!doctype html><title>Risiti</title>${'<p>karibu</p>'.repeat(100)}`,
  )
  writeFileSync(join(dist, 'sw.js'), long)
  writeFileSync(join(dist, 'manifest.webmanifest'), '{}')
  for (const name of [
    'app-1.js',
    'worker-1.js',
    'style-1.css',
    'reader-1.wasm',
    'icon-1.png',
    'letters-1.woff2',
  ]) {
    writeFileSync(join(dist, 'assets', name), long)
  }
  backend = await startTestBackend(undefined, { appDir: dist })
  shop = await openTenant(backend, 'Mwenyewe')
})
afterAll(async () => {
  await backend.close()
  rmSync(dist, { recursive: true, force: true })
})

type Kind = {
  readonly what: string
  readonly path: string
  readonly init?: () => RequestInit
  readonly status: number
  readonly type: string | null
  readonly cache: string
}

const NEVER = 'no-store'
const ASK = 'no-cache'
const FOR_EVER = 'public, max-age=31536000, immutable'
const withToken = () => ({ headers: { authorization: `Bearer ${shop.phone.token}` } })
const text = (kind: string) => `text/${kind}; charset=utf-8`

const KINDS: readonly Kind[] = [
  {
    what: 'JSON of the API',
    path: '/api/v2/user/session',
    init: withToken,
    status: 200,
    type: 'application/json',
    cache: NEVER,
  },
  {
    what: 'compressed JSON',
    path: '/v1/accounting/sync/pull?nonce=nonce-of-8',
    init: withToken,
    status: 200,
    type: 'application/json',
    cache: NEVER,
  },
  {
    what: 'a public call',
    path: '/v1/accounting/sync/ping?nonce=nonce-of-8',
    status: 200,
    type: 'application/json',
    cache: NEVER,
  },
  {
    what: 'a refusal',
    path: '/api/v2/user/session',
    status: 401,
    type: 'application/problem+json',
    cache: NEVER,
  },
  {
    what: 'an unreadable request',
    path: '/api/v2/user/login',
    init: () => ({ method: 'POST', body: '{' }),
    status: 400,
    type: 'application/problem+json',
    cache: NEVER,
  },
  {
    what: 'an unknown path of the server',
    path: '/v1/nothing',
    status: 404,
    type: 'application/problem+json',
    cache: NEVER,
  },
  { what: 'health', path: '/healthz', status: 200, type: 'application/json', cache: NEVER },
  {
    what: 'the description of the API',
    path: '/v1/openapi.json',
    status: 200,
    type: 'application/json',
    cache: ASK,
  },
  { what: 'the page', path: '/', status: 200, type: text('html'), cache: ASK },
  { what: 'a page of the app', path: '/edit-invoice/1', status: 200, type: text('html'), cache: ASK },
  {
    what: 'HEAD of the page',
    path: '/',
    init: () => ({ method: 'HEAD' }),
    status: 200,
    type: text('html'),
    cache: ASK,
  },
  { what: 'a script', path: '/assets/app-1.js', status: 200, type: text('javascript'), cache: FOR_EVER },
  {
    what: 'a worker script',
    path: '/assets/worker-1.js',
    status: 200,
    type: text('javascript'),
    cache: FOR_EVER,
  },
  { what: 'the service worker', path: '/sw.js', status: 200, type: text('javascript'), cache: ASK },
  { what: 'styles', path: '/assets/style-1.css', status: 200, type: text('css'), cache: FOR_EVER },
  {
    what: 'WebAssembly',
    path: '/assets/reader-1.wasm',
    status: 200,
    type: 'application/wasm',
    cache: FOR_EVER,
  },
  { what: 'a picture', path: '/assets/icon-1.png', status: 200, type: 'image/png', cache: FOR_EVER },
  { what: 'letters', path: '/assets/letters-1.woff2', status: 200, type: 'font/woff2', cache: FOR_EVER },
  {
    what: 'the manifest',
    path: '/manifest.webmanifest',
    status: 200,
    type: 'application/manifest+json',
    cache: ASK,
  },
  { what: 'a file that is gone', path: '/assets/app-0.js', status: 404, type: 'text/plain', cache: NEVER },
  { what: 'the mailbox', path: '/dev/mailbox', status: 200, type: 'text/html', cache: NEVER },
]

function expectNoTalk(headers: Headers): void {
  for (const name of [
    'server',
    'x-powered-by',
    'set-cookie',
    'access-control-allow-origin',
    'access-control-allow-credentials',
    'location',
  ]) {
    expect(headers.get(name), name).toBeNull()
  }
}

/** What no browser makes a page of. */
const isData = ({ type }: Kind) => /^application\/(problem\+)?json$/.test(type ?? '')

/** What is true of every answer of any kind. */
async function expectStrict({ path, init, status, type, cache }: Kind): Promise<Headers> {
  const { headers, ...answer } = await backend.server
    .call('sync.ping', { nonce: 'nonce-of-8' })
    .then(() => fetchKind(path, init))
  expect(answer.status).toBe(status)
  if (type !== null) expect(headers.get('content-type')?.toLowerCase()).toContain(type)
  expect(headers.get('cache-control')).toBe(cache)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expectNoTalk(headers)
  return headers
}

describe('every kind of answer is strict', () => {
  test.each(KINDS.filter(isData))('$what: allows nothing, in few bytes', async (kind) => {
    const headers = await expectStrict(kind)
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(headers.get('permissions-policy')).toBeNull()
  })

  test('the stream of changes: allows nothing, in few bytes', async () => {
    const stop = new AbortController()
    const { headers } = await fetch(`${backend.server.url}/v1/accounting/sync/changes`, {
      ...withToken(),
      signal: stop.signal,
    })
    stop.abort()
    expect(headers.get('content-type')).toBe('text/event-stream')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  test.each(KINDS.filter((kind) => !isData(kind)))('$what', async (kind) => {
    const headers = await expectStrict(kind)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/)
    for (const rule of [
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "style-src-attr 'none'",
    ]) {
      expect(policy).toContain(rule)
    }
    const scripts = policy.split('; ').filter((rule) => rule.startsWith('script-src'))
    expect(scripts.join()).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/)
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('permissions-policy')).toContain('microphone=()')
  })

  test('a page that did not change keeps its policy', async () => {
    const etag = (await fetchKind('/')).headers.get('etag') ?? ''
    const { status, headers } = await fetchKind('/', () => ({ headers: { 'if-none-match': etag } }))
    expect(status).toBe(304)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('cache-control')).toBe(ASK)
  })

  test('another site gets no leave to read, asked in advance or not', async () => {
    const ask = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    for (const method of ['OPTIONS', 'GET']) {
      const { headers } = await fetchKind('/v1/accounting/sync/pull?nonce=nonce-of-8', () => ({
        method,
        headers: ask,
      }))
      expectNoTalk(headers)
    }
  })

  test('words in a mail are words in the mailbox', async () => {
    await backend.server.services.mail.send({
      id: '5f0c3c35-6c0e-4a5c-9d7e-1f6f6f0e6d11',
      companyId: null,
      to: '"><script>alert(1)</script>@example.test',
      subject: '<img src=x onerror=alert(1)>',
      text: '</pre><script>alert(2)</script>',
    })
    const page = await (await fetch(`${backend.server.url}/dev/mailbox`)).text()
    expect(page).toContain('&lt;img src=x')
    expect(page).not.toMatch(/<script|<img/)
  })
})

async function fetchKind(
  path: string,
  init: () => RequestInit = () => ({}),
): Promise<{ status: number; headers: Headers }> {
  const response = await fetch(`${backend.server.url}${path}`, { redirect: 'manual', ...init() })
  await response.arrayBuffer()
  return { status: response.status, headers: response.headers }
}

describe('the simulated authority', () => {
  const pages = [
    '/',
    '/sim',
    '/efdmsRctVerify/',
    '/efdmsRctVerify/AAAA1',
    '/efdmsRctVerify/Verify/Verified?Secret=10:00:00',
  ]
  test.each(pages)('its page %s has a policy without any script and is kept by no cache', async (path) => {
    const response = await fetch(`${backend.simulator.baseUrl}${path}`)
    expect(await response.text()).not.toMatch(/<script/i)
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(response.headers.get('x-frame-options')).toBe('DENY')
    expect(response.headers.get('cache-control')).toBe(NEVER)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expectNoTalk(response.headers)
  })

  test.each(['/sim/ledger', '/sim/nothing', '/nothing', '/vfdtoken', '/api/efdmsRctInfo'])(
    'its answer at %s is not guessed at, kept or shared',
    async (path) => {
      const response = await fetch(`${backend.simulator.baseUrl}${path}`)
      await response.arrayBuffer()
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('cache-control')).toBe(NEVER)
      expectNoTalk(response.headers)
    },
  )
})
