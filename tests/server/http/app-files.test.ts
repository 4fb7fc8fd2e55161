import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../support/start-test-server.ts'

const script = `export const words = ${JSON.stringify('habari '.repeat(2000))}`
const map = '{"imports":{"/assets/app.js":"/assets/app-1a2b3c.js"}}'
const files: Record<string, string> = {
  'index.html': `<!doctype html><title>Risiti</title><script type="importmap">${map}</script><script type="module" src="/assets/app-1a2b3c.js"></script><p>${'karibu '.repeat(100)}`,
  'worker-0123456789abcdef.js': 'export const program = 1',
  'sw.js': `// ${'worker '.repeat(100)}`,
  'manifest.webmanifest': '{"name":"Risiti"}',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'assets/app-1a2b3c.js': script,
  'assets/app-1a2b3c.js.map': '{}',
  'assets/font-1a2b3c.woff2': 'f'.repeat(2000),
  '.vite/manifest.json': '{"secret":"plan"}',
  '.previous/assets/shell-0a0a0a.js': 'export const shell = "of the release before"',
  '.previous/assets/app-1a2b3c.js': 'never: the present release has its own',
}
let appDir: string
let server: TestServer
beforeAll(async () => {
  appDir = mkdtempSync(join(tmpdir(), 'risiti-app-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(appDir, path)), { recursive: true })
    writeFileSync(join(appDir, path), text)
  }
  server = await startTestServer({ appDir })
})
afterAll(async () => {
  await server.stop()
  rmSync(appDir, { recursive: true, force: true })
})

/** The answer as it travels, not unpacked. */
function raw(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number | undefined; headers: Record<string, unknown>; bytes: Buffer }>(
    (resolve, reject) => {
      const asked = request(`${server.url}${path}`, { method, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) }),
        )
      })
      asked.on('error', reject)
      asked.end()
    },
  )
}

describe('the files of the app', () => {
  test('parts of the release before are there for pages that began with it (offline-design 3.13)', async () => {
    const part = await raw('/assets/shell-0a0a0a.js')
    expect(part).toMatchObject({ status: 200, headers: { 'content-type': 'text/javascript; charset=utf-8' } })
    expect(part.bytes.toString()).toContain('of the release before')
    expect((await raw('/assets/app-1a2b3c.js')).bytes.toString()).toBe(script)
    expect((await raw('/.previous/assets/shell-0a0a0a.js')).status).toBe(404)
  })
  test('the map of parts in a page is allowed by its fingerprint, also when the page did not change, and only there', async () => {
    const fingerprint = createHash('sha256').update(map).digest('base64')
    const page = await raw('/invoices', { accept: 'text/html' })
    const again = await raw('/', { 'if-none-match': String(page.headers['etag']) })
    expect(again.status).toBe(304)
    for (const { headers } of [page, again]) {
      expect(headers['content-security-policy']).toContain(
        `script-src 'self' 'wasm-unsafe-eval' 'sha256-${fingerprint}';`,
      )
      expect(headers['content-security-policy']).toContain("default-src 'none'")
    }
    for (const path of ['/sw.js', '/assets/app-1a2b3c.js', '/healthz']) {
      expect((await raw(path)).headers['content-security-policy']).not.toContain('sha256-')
    }
  })
  test('assets and the worker’s program are cached for ever; page, the worker’s list and manifest are requested again', async () => {
    for (const path of ['/assets/app-1a2b3c.js', '/worker-0123456789abcdef.js']) {
      expect((await raw(path)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
    }
    for (const path of ['/', '/index.html', '/sw.js', '/manifest.webmanifest', '/invoices']) {
      const { status, headers } = await raw(path)
      expect(status).toBe(200)
      expect(headers['cache-control']).toBe('no-cache')
      expect(headers['etag']).toMatch(/^"[\w-]+"$/)
    }
  })

  test('the picture of the tab is asked for once a day', async () => {
    const { status, headers } = await raw('/favicon.svg')
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('public, max-age=86400')
  })

  test('a page that did not change is not sent again', async () => {
    const first = await raw('/', { 'accept-encoding': 'br' })
    const again = await raw('/', { 'accept-encoding': 'br', 'if-none-match': String(first.headers['etag']) })
    expect(again.status).toBe(304)
    expect(again.bytes).toHaveLength(0)
    expect((await raw('/', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('they come compressed for who understands it, and whole for others', async () => {
    const path = '/assets/app-1a2b3c.js'
    const brotli = await raw(path, { 'accept-encoding': 'gzip, deflate, br' })
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(brotliDecompressSync(brotli.bytes).toString()).toBe(script)
    expect(brotli.headers['content-length']).toBe(String(brotli.bytes.length))
    const gzip = await raw(path, { 'accept-encoding': 'br;q=0, gzip' })
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.bytes).toString()).toBe(script)
    const plain = await raw(path)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.bytes.toString()).toBe(script)
    expect(new Set([brotli, gzip, plain].map((answer) => answer.headers['etag'])).size).toBe(3)
  })

  test('what is compressed already is not compressed again', async () => {
    const { headers } = await raw('/assets/font-1a2b3c.woff2', { 'accept-encoding': 'br' })
    expect(headers['content-encoding']).toBeUndefined()
    expect(headers['content-type']).toBe('font/woff2')
  })

  test('scripts have the policy header too, because a worker obeys that of its own script', async () => {
    for (const path of ['/sw.js', '/assets/app-1a2b3c.js', '/']) {
      const { headers } = await raw(path)
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
    expect((await raw('/sw.js')).headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect((await raw('/manifest.webmanifest')).headers['content-type']).toBe('application/manifest+json')
  })

  test('every page of the app is index.html, under any path', async () => {
    for (const path of [
      '/login',
      '/edit-invoice/123',
      '/apiary',
      '/v1x',
      '/otp-reset-password?verification=a.b',
    ]) {
      expect((await raw(path)).bytes.toString()).toBe(files['index.html'])
    }
    const dotted = await raw('/help/v1.2', { accept: 'text/html,*/*' })
    expect(dotted.bytes.toString()).toBe(files['index.html'])
  })

  test('a file that is gone is gone: the page in its place would be run as a script', async () => {
    expect((await raw('/assets/app-old.js', { accept: 'text/html' })).status).toBe(404)
    expect((await raw('/favicon.ico')).status).toBe(404)
  })

  test('hidden files, source maps and files outside are not served', async () => {
    for (const path of ['/.vite/manifest.json', '/assets/app-1a2b3c.js.map', '/..%2f..%2fetc/passwd']) {
      const { bytes } = await raw(path)
      expect(bytes.toString()).not.toMatch(/secret|root:/)
    }
  })

  test('HEAD sends the headers of GET without a body', async () => {
    const { status, headers, bytes } = await raw('/sw.js', {}, 'HEAD')
    expect(status).toBe(200)
    expect(headers['content-length']).toBe(String(files['sw.js']?.length))
    expect(bytes).toHaveLength(0)
    expect((await raw('/healthz', {}, 'HEAD')).status).toBe(200)
  })
})

test('without a built app every page says so, and the API works', async () => {
  const bare = await startTestServer()
  const page = await fetch(`${bare.url}/login`)
  const health = await fetch(`${bare.url}/healthz`)
  await bare.stop()
  expect(page.status).toBe(503)
  expect(await page.text()).toContain('npm run build')
  expect(health.status).toBe(200)
})
