import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '#server/log.ts'
import { logInTestUser, readAnswer, testClock } from '#tests/support/start-test-server.ts'
import { TEST_PASSWORD } from '#tests/support/tenants.ts'
import { startTestBackend, type TestBackend } from '../../support/test-backend.ts'
import { openTenant, type Tenant } from './cast.ts'
import { type Handled, liveOneDay } from './traffic.ts'

const SERVER_KEY = randomBytes(32)
const written: string[] = []
let backend: TestBackend
let shop: Tenant
let handled: Handled
let device: { readonly pfxBase64: string; readonly pfxPassword: string }

beforeAll(async () => {
  const clock = testClock()
  backend = await startTestBackend(clock, {
    environment: { RISITI_KEY: SERVER_KEY.toString('base64') },
    log: createLog(clock, (line) => written.push(line)),
  })
  shop = await openTenant(backend, 'Mwenyewe')
  device = (await backend.controlSimulator('GET', `devices/${shop.identity.certKey}`)) as typeof device
  handled = await liveOneDay(backend, shop)
  const { server } = backend
  await server.call('recovery.start', { email: shop.operator.email })
  const newEmail = 'mpya@example.test'
  const form = { newEmail, confirmEmail: newEmail, currentPassword: TEST_PASSWORD }
  const { token } = await logInTestUser(server, shop.colleague.username)
  expect((await server.call('profile.change-email', form, token)).status).toBe(200)
})
afterAll(async () => await backend.close())

/**
 * Every secret that only its owner may ever read, by name. Long ones also in part, because a part must not
 * leak either.
 */
async function secrets(): Promise<Map<string, string>> {
  const { encryption: sealer } = backend.server.services
  const privateKey = sealer.decrypt(shop.identity.encryptedPrivateKey)
  const all = new Map<string, string>([
    ['the key of the server', SERVER_KEY.toString('base64')],
    ['the key of the server in hexadecimal', SERVER_KEY.toString('hex')],
    ['the password of the certificate file', device.pfxPassword],
    ['the certificate file', device.pfxBase64.slice(200, 260)],
    ['the private key of the device', privateKey.split('\n')[3] ?? ''],
    ['the password at the authority', sealer.decrypt(shop.identity.encryptedPassword)],
    [
      'the token of the authority',
      (await backend.delivery.tokenStoreOf(shop.identity.id).find())?.accessToken ?? '',
    ],
  ])
  for (const password of handled.passwords) all.set(`the password ${password}`, password)
  handled.tokens.forEach((token, index) => {
    all.set(`token ${index}`, token)
    const signature = token.split('.')[2]
    if (signature !== undefined) all.set(`signature of token ${index}`, signature)
  })
  for (const signature of handled.signatures) all.set('the signature of a push', signature)
  for (const [name, secret] of all) expect(secret.length, name).toBeGreaterThan(5)
  return all
}

function found(all: ReadonlyMap<string, string>, text: string): string[] {
  return [...all].filter(([, secret]) => text.includes(secret)).map(([name]) => name)
}

async function dump(): Promise<Map<string, string>> {
  const { db } = backend.server.services
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
  `.execute(db)
  const tables = new Map<string, string>()
  for (const { name } of rows) {
    const content = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} as t`.execute(
      db,
    )
    tables.set(name, content.rows.map(({ text }) => text).join('\n'))
  }
  return tables
}

describe('after a day of traffic (passwords, tokens, a certificate, signatures)', () => {
  test('the log holds none of them', async () => {
    expect(written.length).toBeGreaterThan(30)
    expect(written.some((line) => line.includes('"tra"'))).toBe(true)
    expect(found(await secrets(), written.join(''))).toEqual([])
  })

  test('the database holds none of them readable, in no table and column', async () => {
    const tables = await dump()
    expect(tables.get('fiscal_identities')).toContain(shop.identity.certKey)
    const all = await secrets()
    for (const [table, text] of tables) expect(found(all, text), table).toEqual([])
    for (const [table, text] of tables)
      expect(text, table).not.toMatch(/PRIVATE KEY|(?<![\w-])eyJ[\w-]{10,400}\.eyJ/)
  })

  test('every column that sounds like a secret holds it sealed or hashed', async () => {
    const KINDS: Readonly<Record<string, RegExp>> = {
      'users.password_hash': /^\$argon2id\$v=19\$m=\d{5,},t=\d,p=\d\$[\w+/]+\$[\w+/]+$/,
      'ussd_phones.pin_hash': /^\$argon2id\$v=19\$m=\d{5,},t=\d,p=\d\$[\w+/]+\$[\w+/]+$/,
      'ussd_phones.code_hash': /^[0-9a-f]{64}$/,
      'webhooks.secret': /^s1\.[0-9a-f]{8}\.[\w-]+$/,
      'webhooks.previous_secret': /^s1\.[0-9a-f]{8}\.[\w-]+$/,
      'password_resets.token_hash': /^[0-9a-f]{64}$/,
      'password_resets.code_hash': /^[0-9a-f]{64}$/,
      'password_resets.address_hash': /^[0-9a-f]{64}$/,
      'email_changes.token_hash': /^[0-9a-f]{64}$/,
      'refresh_tokens.token_hash': /^[0-9a-f]{64}$/,
      'fiscal_identities.sealed_private_key': /^s1\.[0-9a-f]{8}\.[\w-]{200,}$/,
      'fiscal_identities.sealed_password': /^s1\.[0-9a-f]{8}\.[\w-]{30,}$/,
      'certificates.sealed_private_key': /^(s1\.[0-9a-f]{8}\.[\w-]{200,})?$/,
      'data_exports.link_hash': /^[0-9a-f]{64}$/,
      'second_factors.sealed_secret': /^s1\.[0-9a-f]{8}\.[\w-]{30,}$/,
      'recovery_codes.code_hash': /^[0-9a-f]{64}$/,
      'push_registrations.address_hash': /^[0-9a-f]{64}$/,
      'push_registrations.sealed_address': /^s1\.[0-9a-f]{8}\.[\w-]{30,}$/,
      'accounting_connections.access_token': /^s1\.[0-9a-f]{8}\.[\w-]{30,}$/,
      'accounting_connections.refresh_token': /^s1\.[0-9a-f]{8}\.[\w-]{30,}$/,
      'accounting_logins.state_hash': /^[0-9a-f]{64}$/,
      'web_push_keys.sealed_private_key': /^s1\.[0-9a-f]{8}\.[\w-]{200,}$/,
      'api_secrets.hash': /^[0-9a-f]{64}$/,
    }
    const harmless = new Set([
      ...['users.must_change_password', 'fiscal_identities.cert_key', 'fiscal_identities.cert_serial_header'],
      ...['receipts.cert_serial_header', 'z_reports.cert_serial_header', 'certificates.cert_key'],
      // Tax codes of earlier registrations.
      'fiscal_identities.tax_code_history',
      // The address of a public page: it is printed on the receipt, and the shop's phones show it.
      'slips.token',
      // How many the provider of a model counted.
      'ai_server_usage.tokens',
      // The public half; a label; what the limits count under, a hash.
      ...[
        'delivery_grants.public_key',
        'refresh_tokens.public_key',
        'aggregates.key',
        'insight_tasks.key',
        'ussd_sessions.key',
        'ussd_phones.code_ends_at',
        'webhook_deliveries.event_key',
        'api_requests.key',
        // What repeats an answer of the service, and our own id of a customer.
        'accounting_steps.request_key',
        'accounting_contacts.key',
        'ai_consents.text_hash',
        'rate_limits.key',
        'web_push_keys.public_key',
      ],
    ])
    const { db } = backend.server.services
    const { rows } = await sql<{ table: string; column: string }>`
      select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and column_name ~ 'password|secret|token|key|pfx|private|sealed|hash|cert|otp|code_'
        and column_name !~ '^bod?y?.*_hash$|sha256'
    `.execute(db)
    expect(rows.length).toBeGreaterThan(5)
    for (const { table, column } of rows) {
      const name = `${table}.${column}`
      if (harmless.has(name)) continue
      const kind = KINDS[name]
      expect(kind, `${name} is neither known as sealed or hashed nor as harmless`).toBeDefined()
      const values = await sql<{
        value: string
      }>`select ${sql.ref(column)}::text as value from ${sql.table(table)}`.execute(db)
      expect(values.rows.length).toBeGreaterThan(0)
      if (kind) for (const { value } of values.rows) expect(value, name).toMatch(kind)
    }
  })

  test('a sealed secret of one server opens under no other key', () => {
    const body = shop.identity.encryptedPassword.split('.')[2] ?? ''
    expect(Buffer.from(body, 'base64url').toString('latin1')).not.toContain('password')
    expect(() => backend.server.services.encryption.decrypt(`s1.00000000.${body}`)).toThrow()
  })
})

describe('refusals repeat no secret', () => {
  const SECRET = 'Siri#Kubwa2026'
  const bodies: readonly (readonly [string, object])[] = [
    ['/api/v2/user/login', { username: 'asha', password: SECRET, deviceId: SECRET }],
    ['/api/v2/user/login', { username: [SECRET], password: { value: SECRET }, deviceId: randomUUID() }],
    ['/api/v2/user/login', { [SECRET]: SECRET, devicePublicKey: { kty: SECRET, x: SECRET } }],
    ['/api/v2/user/token/refresh', { refresh_token: SECRET }],
    ['/api/v2/user/token/refresh', { refresh_token: [SECRET] }],
    ['/api/v2/user/logout', { refresh_token: { a: SECRET } }],
    [
      '/api/v2/user/change-password',
      { currentPassword: SECRET, newPassword: [SECRET], confirmPassword: SECRET },
    ],
    [
      '/api/v2/user/change-password',
      { currentPassword: SECRET, newPassword: `${SECRET}x`, confirmPassword: `${SECRET}y` },
    ],
    ['/v1/accounting/sync/push', { grant: { id: SECRET, signature: SECRET }, ops: SECRET }],
  ]

  test.each(bodies)('%s %j', async (path, body) => {
    for (const authorization of [`Bearer ${SECRET}`, `Bearer ${shop.phone.token}`]) {
      const { body: answer, status } = await readAnswer(
        await fetch(`${backend.server.url}${path}`, {
          method: 'POST',
          headers: { authorization },
          body: JSON.stringify(body),
        }),
      )
      if (path !== '/api/v2/user/logout') expect(status).toBeGreaterThanOrEqual(400)
      expect(JSON.stringify(answer)).not.toContain(SECRET)
    }
    expect(written.join('')).not.toContain(SECRET)
  })

  test('a fault of the database shows neither its words nor the values to the caller or the log', async () => {
    const broken = await startTestBackend(testClock(), {
      log: createLog(testClock(), (line) => written.push(line)),
    })
    try {
      await sql`alter table users rename column username to gone`.execute(broken.server.services.db)
      const { status, body } = await broken.server.call('auth.login', {
        username: SECRET,
        password: SECRET,
        deviceId: randomUUID(),
      })
      expect(status).toBe(500)
      expect(JSON.stringify(body)).not.toMatch(/password|gone|users|select|Siri/i)
      expect(written.join('')).not.toContain(SECRET)
    } finally {
      await broken.close()
    }
  })
})
