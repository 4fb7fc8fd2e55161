import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '#server/log.ts'
import { createEncryption } from '#server/security/encryption.ts'
import { logInTestUser, startTestServer, type TestServer } from '../../support/start-test-server.ts'
import { createUser, TEST_PASSWORD } from '../../support/tenants.ts'

function written(event: { readonly event: string } & Record<string, unknown>): string {
  let text = ''
  createLog({ now: () => Date.parse('2026-11-21T10:00:00.000Z') }, (line) => {
    text += line
  })(event)
  return text
}

describe('one line of JSON for each event', () => {
  test('with the time and the words of the event', () => {
    expect(written({ event: 'listening', port: 4000 })).toBe(
      '{"at":"2026-11-21T10:00:00.000Z","event":"listening","port":4000}\n',
    )
  })

  test('a line break in a value stays inside its line', () => {
    expect(written({ event: 'x', text: 'a\nb' }).trimEnd()).not.toContain('\n')
  })
})

describe('secrets never reach it', () => {
  test.each([
    'password',
    'newPassword',
    'refresh_token',
    'accessToken',
    'authorization',
    'privateKeyPem',
    'sealed_password',
    'connectionString',
    'SMTP_URL',
    'pfx',
  ])('by name: %s, however deep', (name) => {
    expect(written({ event: 'x', [name]: 'geheim-1' })).not.toContain('geheim-1')
    expect(written({ event: 'x', list: [{ inner: { [name]: { value: 'geheim-1' } } }] })).not.toContain(
      'geheim-1',
    )
  })

  test.each([
    ['an address with a password', 'connect to postgres://risiti:geheim-1@db/risiti failed'],
    ['a bearer token', 'Authorization: Bearer geheim-1'],
    ['a token of ours', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJnZWhlaW0tMSJ9.geheim-1'],
    ['a sealed secret', createEncryption(new Uint8Array(32)).encrypt('x')],
    ['a private key', '-----BEGIN PRIVATE KEY-----\ngeheim-1\n-----END PRIVATE KEY-----'],
  ])('inside a text: %s', (_, text) => {
    const line = written({ event: 'x', error: new Error(text, { cause: new Error(text) }), message: text })
    expect(line).toContain('***')
    expect(line).not.toContain('geheim-1')
    expect(line).not.toContain(text)
  })
})

test.each([
  ['letters', 'a'],
  ['addresses', 'x://a:'],
  ['beginnings of tokens', 'eyJ-'],
  ['beginnings of keys', '-----BEGIN PRIVATE KEY-----'],
])('a long text of %s costs no more for each of its letters than a short one', (_, piece) => {
  const cost = (length: number) => {
    const text = piece.repeat(Math.ceil(length / piece.length))
    let least = Number.POSITIVE_INFINITY
    for (let time = 0; time < 4; time += 1) {
      const begun = process.cpuUsage()
      for (let round = 0; round < 160_000 / length; round += 1) written({ event: 'x', text })
      const { user, system } = process.cpuUsage(begun)
      least = Math.min(least, user + system)
    }
    return least
  }
  // The same number of letters in all: what grows with the square takes eight times as long.
  expect(cost(32_000) / cost(4_000)).toBeLessThan(4)
})

describe('a whole sign-in leaves none behind', () => {
  let server: TestServer
  let lines = ''
  beforeAll(async () => {
    const log = createLog({ now: () => 0 }, (line) => {
      lines += line
    })
    server = await startTestServer({ log })
  })
  afterAll(() => server.stop())

  test('neither password nor tokens nor hash', async () => {
    const user = await createUser(server.services.db)
    const { token, refresh_token } = await logInTestUser(server, user.username)
    await server.call('auth.refresh', { refresh_token })
    await server.call('session.read', {}, token)
    expect(lines).toContain('auth.login')
    for (const secret of [TEST_PASSWORD, token, refresh_token, user.password_hash]) {
      expect(lines).not.toContain(secret)
    }
  })
})
