import { generateKeyPairSync } from 'node:crypto'
import { request as rawRequest } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAnswer, startTestServer, type TestServer } from '../../support/start-test-server.ts'
import { createUser, TEST_PASSWORD } from '../../support/tenants.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const MEGABYTE = 1024 * 1024
const logInPath = '/api/v2/user/login'

async function post(body: BodyInit, headers: Record<string, string> = {}) {
  return await readAnswer(await fetch(`${server.url}${logInPath}`, { method: 'POST', body, headers }))
}

describe('what a request body may be', () => {
  test.each([
    ['no JSON', 'username=asha'],
    ['half of it', '{"username":'],
    ['a list', '[]'],
    ['a text', '"asha"'],
    ['null', 'null'],
  ])('%s is unreadable', async (_, body) => {
    expect((await post(body)).body).toMatchObject({ status: 400, code: 'REQUEST_UNREADABLE' })
  })

  test('broken UTF-8 is unreadable', async () => {
    const body = new Uint8Array([...Buffer.from('{"username":"'), 0xc3, 0x28, ...Buffer.from('"}')])
    expect((await post(body)).body).toMatchObject({ status: 400, code: 'REQUEST_UNREADABLE' })
  })

  test('no body at all is an empty one', async () => {
    expect((await post('')).body).toMatchObject({ status: 422, code: 'REQUEST_INVALID' })
  })

  test('a compressed body is understood', async () => {
    const user = await createUser(server.services.db)
    const body = { username: user.username, password: TEST_PASSWORD, deviceId: user.id }
    const { status } = await post(new Uint8Array(gzipSync(JSON.stringify(body))), {
      'content-encoding': 'gzip',
    })
    expect(status).toBe(200)
  })

  test('a body that says it is compressed and is not, or in a way we do not know, is unreadable', async () => {
    expect((await post('{}', { 'content-encoding': 'gzip' })).body).toMatchObject({ status: 400 })
    expect((await post('{}', { 'content-encoding': 'br' })).body).toMatchObject({
      code: 'REQUEST_UNREADABLE',
    })
  })

  test('more than 1 MB is too large, before it is read', async () => {
    const answer = await post(JSON.stringify({ username: 'x'.repeat(MEGABYTE) }))
    expect(answer.body).toMatchObject({ status: 413, code: 'REQUEST_TOO_LARGE' })
  })

  test('more than 1 MB without a length is cut off while it is read', async () => {
    const status = await new Promise((resolve, reject) => {
      const request = rawRequest(`${server.url}${logInPath}`, { method: 'POST' }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      request.on('error', reject)
      for (let part = 0; part < 20; part += 1) request.write('x'.repeat(MEGABYTE / 10))
      request.end()
    })
    expect(status).toBe(413)
  })

  test('a small body that unpacks to 200 MB is too large, and the server lives on', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * MEGABYTE))
    expect(bomb.length).toBeLessThan(MEGABYTE)
    const before = process.memoryUsage().rss
    const answer = await post(new Uint8Array(bomb), { 'content-encoding': 'gzip' })
    expect(answer.body).toMatchObject({ status: 413, code: 'REQUEST_TOO_LARGE' })
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * MEGABYTE)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  })
})

describe('what an answer is', () => {
  test('health reports that the database takes what is written', async () => {
    const answer = await readAnswer(await fetch(`${server.url}/healthz`))
    expect(answer).toMatchObject({ status: 200, body: { status: 'ok', database: 'primary' } })
  })

  test.each(['/v1', '/v1/accounting/nothing', '/api/v2/user', '/api', '/dev/nothing', '/sim', '/slip'])(
    'the unknown path %s gets a problem, not the app',
    async (path) => {
      const { status, body, headers } = await readAnswer(await fetch(`${server.url}${path}`))
      expect(status).toBe(404)
      expect(headers.get('content-type')).toBe('application/problem+json')
      expect(body).toMatchObject({ code: 'NOT_FOUND', requestId: headers.get('x-request-id') })
    },
  )

  test('the wrong method is as unknown as a wrong path', async () => {
    expect((await fetch(`${server.url}${logInPath}`)).status).toBe(404)
    expect((await fetch(`${server.url}/`, { method: 'DELETE' })).status).toBe(404)
  })

  test('every answer that a browser could show as a page carries the security headers', async () => {
    for (const path of ['/', '/dev/mailbox']) {
      const { headers } = await fetch(`${server.url}${path}`)
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; style-src-elem 'self' 'unsafe-inline'; style-src-attr 'none'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; media-src 'self' blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      )
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
      expect(headers.get('permissions-policy')).toContain('camera=(self)')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    }
  })

  test('every answer is taken for what it says and has a name, a problem too', async () => {
    for (const path of ['/', '/healthz', '/v1/nothing', '/dev/mailbox', '/v1/openapi.json']) {
      const { headers } = await fetch(`${server.url}${path}`)
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('strict-transport-security')).toBeNull()
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  test('API answers are kept by no cache', async () => {
    const { headers } = await fetch(`${server.url}/v1/accounting/sync/ping?nonce=nonce-of-8`)
    expect(headers.get('cache-control')).toBe('no-store')
  })
})

describe('faults', () => {
  test('their words stay in the log, under the id that the caller gets', async () => {
    const broken = await startTestServer()
    try {
      await broken.services.db.schema.dropTable('users').cascade().execute()
      const { status, body } = await broken.call('auth.login', {
        username: 'asha',
        password: 'x',
        deviceId: '5f0c3c35-6c0e-4a5c-9d7e-1f6f6f0e6d11',
      })
      expect(status).toBe(500)
      expect(body).toMatchObject({ code: 'UNEXPECTED', message: 'Unexpected' })
      expect(JSON.stringify(body)).not.toMatch(/relation|users|at .*\.ts/)
      const { requestId } = body as { requestId: string }
      expect(broken.events.find((event) => event['event'] === 'fault')).toMatchObject({ requestId })
    } finally {
      await broken.stop()
    }
  })
})

test('behind TLS the answers ask for it to stay that way', async () => {
  const secure = await startTestServer({ environment: { PUBLIC_URL: 'https://risiti.example.tz' } })
  const { headers } = await fetch(`${secure.url}/healthz`)
  await secure.stop()
  expect(headers.get('strict-transport-security')).toContain('max-age=31536000')
})

describe('the hosts of Google', () => {
  async function policyWith(environment: Record<string, string>): Promise<string> {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const configured = await startTestServer({
      environment: {
        FIREBASE_PROJECT_ID: 'shop',
        FIREBASE_API_KEY: 'x',
        FIREBASE_APP_ID: 'x',
        FIREBASE_MESSAGING_SENDER_ID: '1',
        FIREBASE_VAPID_KEY: 'x',
        FIREBASE_CLIENT_EMAIL: 'push@shop.example',
        FIREBASE_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        ...environment,
      },
    })
    const { headers } = await fetch(`${configured.url}/`)
    await configured.stop()
    return headers.get('content-security-policy') ?? ''
  }

  test('are allowed for notifications where Firebase is configured, and no script of theirs', async () => {
    const policy = await policyWith({})
    expect(policy).toContain('https://fcmregistrations.googleapis.com')
    expect(policy).not.toMatch(/googletagmanager|google-analytics/)
  })

  test('are allowed for usage statistics only where those are configured too (spec §7)', async () => {
    const policy = await policyWith({ FIREBASE_MEASUREMENT_ID: 'G-1A2B3C' })
    expect(policy).toMatch(/script-src [^;]*https:\/\/www\.googletagmanager\.com/)
    expect(policy).toMatch(/connect-src [^;]*https:\/\/\*\.google-analytics\.com/)
  })
})

test('behind a proxy the limits count the caller that the proxy saw, not what the caller claims', async () => {
  const proxied = await startTestServer({ environment: { TRUST_PROXY: '1' } })
  const guess = async (forwarded: string) => {
    const response = await fetch(`${proxied.url}${logInPath}`, {
      method: 'POST',
      headers: { 'x-forwarded-for': forwarded },
      body: JSON.stringify({
        username: 'asha',
        password: 'x',
        deviceId: '5f0c3c35-6c0e-4a5c-9d7e-1f6f6f0e6d11',
      }),
    })
    await response.text()
    return response.status
  }
  try {
    for (let turn = 0; turn < 10; turn += 1) expect(await guess(`10.0.0.${turn}, 196.41.0.1`)).toBe(401)
    expect(await guess('10.0.0.99, 196.41.0.1')).toBe(429)
    expect(await guess('196.41.0.2')).toBe(401)
  } finally {
    await proxied.stop()
  }
})
