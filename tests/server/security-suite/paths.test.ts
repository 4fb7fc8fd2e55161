import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { startTestServer, type TestServer } from '#tests/support/start-test-server.ts'
import { exchangeRaw, lines, statusesIn } from './raw-exchange.ts'

const SECRET = 'siri-ya-nje'
let home: string
let server: TestServer
let port: number
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'risiti-paths-'))
  const dist = join(home, 'dist')
  mkdirSync(join(dist, '.vite'), { recursive: true })
  mkdirSync(join(dist, 'assets'))
  mkdirSync(join(home, 'dist-other'))
  const outside = join(home, 'outside')
  mkdirSync(outside)
  for (const path of [
    'risiti-key',
    'dist.env',
    'dist-other/a.txt',
    'outside/a.txt',
    'dist/.env',
    'dist/.vite/a.json',
    'dist/assets/app.js.map',
  ]) {
    writeFileSync(join(home, path), SECRET)
  }
  symlinkSync(join(outside, 'a.txt'), join(dist, 'link.txt'))
  symlinkSync(outside, join(dist, 'assets', 'linked'))
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Risiti</title>')
  writeFileSync(join(dist, 'assets', 'app.js'), 'export const a = 1')
  server = await startTestServer({ appDir: dist })
  port = Number(new URL(server.url).port)
})
afterAll(async () => {
  await server.stop()
  rmSync(home, { recursive: true, force: true })
})

/** As it is written: a client library would tidy the path up first. */
const get = async (path: string) =>
  await exchangeRaw(port, lines(`GET ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', '', ''))

const ways = [
  '..',
  '%2e%2e',
  '%2E.',
  '.%2e',
  '%252e%252e',
  '..%00',
  '..;',
  '..%5c',
  '..\\',
  '%c0%ae%c0%ae',
  '%u002e%u002e',
  '....',
  '. .',
]
const slashes = ['/', '%2f', '%2F', '%5c', '\\', '//', '/./', '%252f']
const targets = ['risiti-key', 'dist.env', 'dist-other/a.txt', 'outside/a.txt', 'etc/passwd']

test.each(ways)(
  'with %j for a step up, in every spelling of a slash, no file outside is reached',
  async (up) => {
    for (const slash of slashes) {
      for (const target of targets) {
        const path = `/${[up, up, up, target].join(slash)}`.replaceAll(' ', '%20')
        const answer = await get(path)
        expect(statusesIn(answer)[0], path).toBeLessThan(500)
        expect(answer, path).not.toMatch(new RegExp(`${SECRET}|root:`))
      }
    }
  },
)

test.each([
  '/.env',
  '/%2eenv',
  '/.vite/a.json',
  '/assets/../.env',
  '/assets/app.js.map',
  '/assets/app.js%2emap',
  '/assets/app.js/../../.env',
  '/assets/app.js%00.map',
  '/link.txt',
  '/assets/linked/a.txt',
  '/assets/linked%2fa.txt',
  'file:///etc/passwd',
  `http://localhost/../risiti-key`,
  '/index.html/../../risiti-key',
  '/?../../risiti-key',
])('%s shows nothing that is hidden, linked or outside', async (path) => {
  const answer = await get(path)
  expect(statusesIn(answer)[0]).toBeLessThan(500)
  expect(answer).not.toMatch(new RegExp(`${SECRET}|root:`))
})

test('no spelling of a path opens a protected call without a token', async () => {
  const closed = Object.values<Endpoint>(endpoints).filter(({ access }) => access !== 'public')
  for (const { method, path } of closed) {
    const plain = path.replace(/:\w+/, '5f0c3c35-6c0e-4a5c-9d7e-1f6f6f0e6d11')
    const spellings = [
      `/${plain}`,
      `//localhost${plain}`,
      plain.replace('/', '/./'),
      plain.replace('/', '/x/../'),
      plain.replace('/', '/x/%2e%2e/'),
      plain.replaceAll('/', '//'),
      plain.replaceAll('/', '%2f'),
      plain.toUpperCase(),
      `${plain}/`,
      `${plain}%20`,
      `${plain}%00`,
      `${plain};a=b`,
      `${plain}.json`,
      `${plain}?nonce=nonce-of-8&from=2026-11-01&to=2026-11-02&access=public`,
      `/%76%31${plain.slice(3)}`,
      `http://localhost${plain}`,
    ]
    for (const spelling of spellings) {
      const answer = await exchangeRaw(
        port,
        lines(
          `${method} ${spelling} HTTP/1.1`,
          'Host: localhost',
          'Content-Length: 2',
          'Connection: close',
          '',
          '{}',
        ),
      )
      const [status = 0] = statusesIn(answer)
      const page = answer.includes('<!doctype html>')
      expect(page ? [200] : [400, 401, 404], `${method} ${spelling}: ${answer}`).toContain(status)
    }
  }
})
