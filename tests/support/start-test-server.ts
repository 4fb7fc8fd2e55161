import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EndpointInput, type EndpointName, endpoints } from '#contract/endpoints.ts'
import { readConfig } from '#server/config.ts'
import type { AuthServices } from '#server/services/auth/auth-services.ts'
import { type Overrides, startServer } from '#server/start-server.ts'
import { TEST_PASSWORD } from './tenants.ts'
import { createTestDatabase } from './test-cluster.ts'

/** A clock that moves only when a test moves it. */
export type TestClock = { now(): number; advance(ms: number): void }

export function testClock(startsAt = '2026-11-21T10:00:00.000Z'): TestClock {
  let at = Date.parse(startsAt)
  return {
    now: () => at,
    advance: (ms) => {
      at += ms
    },
  }
}

/** An answer with its body read: parsed when it is JSON, `null` when empty. */
export type Answer = { readonly status: number; readonly headers: Headers; readonly body: unknown }

export type TestServer = {
  readonly url: string
  readonly connectionString: string
  readonly services: AuthServices
  readonly clock: TestClock
  /** Everything the server logged. */
  readonly events: readonly Record<string, unknown>[]
  /** Calls an endpoint of the contract, with a bearer token when one is given. */
  call<Name extends EndpointName>(name: Name, input: EndpointInput<Name>, token?: string): Promise<Answer>
  stop(): Promise<void>
}

/**
 * Starts a whole server on a fresh migrated database, a free port and a clock of the test. Without `background` it
 * has no simulator, demo data and jobs.
 */
export async function startTestServer(
  options: {
    readonly clock?: TestClock
    readonly background?: boolean
    readonly demoInvoices?: number
    readonly environment?: Readonly<Record<string, string>>
    readonly appDir?: string
    readonly log?: Overrides['log']
  } = {},
): Promise<TestServer> {
  const home = await createTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'risiti-test-'))
  const clock = options.clock ?? testClock()
  const events: Record<string, unknown>[] = []
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: home.connectionString,
    ...options.environment,
  })
  const server = await startServer(
    { ...config, appDir: options.appDir ?? join(dataDir, 'no-app') },
    {
      clock,
      log: options.log ?? ((event) => events.push(event)),
      background: options.background ?? false,
      ...(options.demoInvoices === undefined ? {} : { demoInvoices: options.demoInvoices }),
    },
  )
  const url = `http://127.0.0.1:${server.port}`
  return {
    url,
    connectionString: home.connectionString,
    services: server.services,
    clock,
    events,
    call: async (name, input, token) => await callEndpoint(url, name, input, token),
    stop: async () => {
      await server.stop()
      await home.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Calls an endpoint of the contract at a server, with a bearer token when one is given. */
export async function callEndpoint(
  url: string,
  name: EndpointName,
  input: object,
  token?: string,
): Promise<Answer> {
  const { method, path } = endpoints[name]
  const rest = new Map<string, unknown>(Object.entries(input))
  const filled = path.replaceAll(/:(\w+)/g, (_, part: string) => {
    const value = String(rest.get(part))
    rest.delete(part)
    return encodeURIComponent(value)
  })
  const query = method === 'GET' ? `?${new URLSearchParams([...rest].map(([k, v]) => [k, String(v)]))}` : ''
  const response = await fetch(`${url}${filled}${query}`, {
    method,
    headers: {
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(method === 'POST' ? { body: JSON.stringify(Object.fromEntries(rest)) } : {}),
  })
  return await readAnswer(response)
}

export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text()
  const json = /json/.test(response.headers.get('content-type') ?? '')
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? null : json ? JSON.parse(text) : text,
  }
}

export type SignedIn = {
  readonly token: string
  readonly refresh_token: string
  readonly deviceId: string
  readonly session: unknown
  readonly grant: { readonly id: string; readonly until: string } | null
}

/** Signs a user of `tenants.ts` in on a device. Throws when the server refuses. */
export async function logInTestUser(
  server: Pick<TestServer, 'call'>,
  username: string,
  device: {
    readonly deviceId?: string
    readonly devicePublicKey?: EndpointInput<'auth.login'>['devicePublicKey']
  } = {},
): Promise<SignedIn> {
  const deviceId = device.deviceId ?? randomUUID()
  const { status, body } = await server.call('auth.login', {
    username,
    password: TEST_PASSWORD,
    deviceId,
    ...(device.devicePublicKey === undefined ? {} : { devicePublicKey: device.devicePublicKey }),
  })
  if (status !== 200) throw new Error(`Signing in as ${username} failed: ${JSON.stringify(body)}`)
  return { ...(body as Omit<SignedIn, 'deviceId'>), deviceId }
}
