import type { Hono } from 'hono'
import { Kysely, PostgresDialect } from 'kysely'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { DEFAULT_PRICES } from '#domain/subscription/prices.ts'
import type { SmsGateway } from '#server/gateways/sms/gateway.ts'
import type { TraGateway } from '#server/gateways/tra/gateway.ts'
import { createTraGateway } from '#server/gateways/tra/live.ts'
import type { AppEnv } from '#server/http/app-env.ts'
import { createApp } from '#server/http/create-app.ts'
import { allHandlers } from '#server/http/handlers/all-handlers.ts'
import type { AttemptLimit, CountedLimit } from '#server/ports/attempt-limit.ts'
import { type AccessTokens, createAccessTokens } from '#server/security/access-tokens.ts'
import { createEncryption } from '#server/security/encryption.ts'
import type { AccountingGateways } from '#server/services/accounting/book-access.ts'
import { createAccessStatusCache } from '#server/services/auth/access-status-cache.ts'
import type { AuthServices } from '#server/services/auth/auth-services.ts'
import { createDeliveryDeps, type DeliveryDeps } from '#server/services/fiscal/delivery-deps.ts'
import { createChangeSubscribers } from '#server/services/notifications/change-subscribers.ts'
import type { PushSetup } from '#server/services/notifications/push-setup.ts'
import type { Database } from '#server/storage/schema.ts'
import type { Actor } from './actor.ts'
import { AUTHORITY_URL, type Authority, VERIFY_URL } from './authority.ts'
import type { Books } from './books.ts'
import { chanceOf } from './chance.ts'
import type { DatabaseProxy } from './database-proxy.ts'
import type { History } from './history.ts'
import type { Listener } from './network.ts'
import type { PlainAnswer, PlainRequest } from './network-conditions.ts'
import { FIXTURE_KEY } from './simulation-fixture.ts'
import { USSD_SECRET } from './stock-doors.ts'

export type ProcessOptions = {
  readonly actor: Actor
  readonly door: DatabaseProxy
  readonly authority: Authority
  readonly history: History
  readonly seed: number
  readonly tokenLifeMs: number | null
  now(): number
  wake(identityId: string): Promise<void>
  /** Seams at which a planted bug may be put in. */
  readonly tra?: (real: TraGateway) => TraGateway
  readonly books?: Books
}

const UNCOUNTED: CountedLimit = {
  count: async () => ({ limit: 1, windowSeconds: 1, left: 1, resetSeconds: 1 }),
}
const NO_LIMIT: AttemptLimit = { consume: async () => undefined, refund: async () => undefined }
const ENVIRONMENT = {
  incoming: { socket: { remoteAddress: '192.0.2.7', remotePort: 40_000, remoteFamily: 'IPv4' } },
}

/** One process of the server: the real app on the real database, in memory, with nothing kept beside the database. */
export type ServerProcess = Listener & {
  readonly services: AuthServices
  readonly delivery: DeliveryDeps
  readonly sms: SmsGateway
  readonly accounting: AccountingGateways
}

export function startProcess(options: ProcessOptions): ServerProcess {
  const { actor, door, authority, history, seed } = options
  const ids = chanceOf(seed, actor.name, 'ids')
  const clock = { now: () => Math.floor(options.now()) }
  const services: AuthServices = {
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool: door.pool as never }) }),
    clock,
    newId: () => ids.id(clock.now()),
    log: ({ event, ...rest }) => {
      if (event === 'request' || !actor.alive) return
      history.add({ kind: 'log', process: actor.name, event, text: textOf(rest) })
    },
    encryption: createEncryption(FIXTURE_KEY),
    wakeSubmission: options.wake,
    tokens: shortLived(createAccessTokens(FIXTURE_KEY, clock), clock, options.tokenLifeMs),
    mail: {
      send: async ({ id, companyId }) => {
        if (actor.alive) history.add({ kind: 'mailed', process: actor.name, mailId: id, companyId })
        return { kind: 'sent' }
      },
      close: async () => undefined,
    },
    environmentByDefault: 'simulator',
    offersSandbox: false,
    contact: { phone: null, email: null, whatsapp: null },
    provider: { prices: DEFAULT_PRICES, payTo: [], maintenance: null },
    layoutCompanies: 'auto',
    publicUrl: () => 'http://server.test',
  }
  const real = createTraGateway({
    clock,
    fetch: authority.fetchOf(actor, chanceOf(seed, actor.name, 'authority')),
  })
  const tra = options.tra?.(real) ?? real
  const delivery = createDeliveryDeps(services, tra, {
    baseUrl: AUTHORITY_URL,
    verifyUrl: VERIFY_URL,
    environment: 'simulator',
  })
  const app = appOf(services, delivery)
  const sms: SmsGateway = {
    send: async ({ id }) => {
      if (actor.alive) history.add({ kind: 'texted', process: actor.name, smsId: id })
      return { kind: 'sent', providerId: id }
    },
  }
  const books = options.books?.gatewayOf(actor, chanceOf(seed, actor.name, 'books'), clock)
  const accounting = books ? [books] : []
  return {
    actor,
    services,
    delivery,
    accounting,
    sms,
    onDeath: new Set(),
    answer: (request) => ask(app, request),
  }
}

/** Bearers that are refused before their time, as after a change of keys. */
function shortLived(real: AccessTokens, clock: { now(): number }, lifeMs: number | null): AccessTokens {
  if (lifeMs === null) return real
  return {
    ...real,
    read: async (token) => {
      const claims = await real.read(token)
      return clock.now() - issuedAt(token) > lifeMs ? 'expired' : claims
    },
  }
}

function issuedAt(token: string): number {
  const read: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
  return typeof read === 'object' && read !== null && 'iat' in read ? Number(read.iat) * 1000 : 0
}

function textOf(rest: Record<string, unknown>): string {
  const { error, message } = rest
  if (error instanceof Error) return error.stack ?? error.message
  return typeof message === 'string' ? message : JSON.stringify(rest)
}

/** Simulated phones are never asleep: nothing has to wake them. */
const NO_PUSH: PushSetup = {
  gateway: { accepts: () => false, send: async () => ({ kind: 'gone' }) },
  firebase: null,
  webPushKey: null,
}

function appOf(services: AuthServices, delivery: DeliveryDeps): Hono<AppEnv> {
  const limits = {
    login: NO_LIMIT,
    loginAddress: NO_LIMIT,
    loginName: NO_LIMIT,
    loginKnownDevice: NO_LIMIT,
    refresh: NO_LIMIT,
    password: NO_LIMIT,
    secondFactor: NO_LIMIT,
    contact: NO_LIMIT,
    recovery: NO_LIMIT,
    recoveryMail: NO_LIMIT,
    lookUp: NO_LIMIT,
    insight: NO_LIMIT,
    dataExport: NO_LIMIT,
  }
  return createApp({
    authentication: { services, accessStatus: createAccessStatusCache(services) },
    handlers: allHandlers(services, limits, () => delivery, NO_PUSH, null, [], []),
    subscribers: createChangeSubscribers(),
    trustedProxies: 0,
    publicUrl: 'http://risiti.test',
    firebase: false,
    analytics: false,
    mailbox: false,
    publicReceiptLimit: NO_LIMIT,
    publicApiLimits: { read: UNCOUNTED, write: UNCOUNTED },
    accounting: [],
    ussd: {
      ...{ services, secret: USSD_SECRET, addresses: [], limits: { dial: NO_LIMIT, code: NO_LIMIT } },
      help: { contact: services.contact, guide: () => 'http://risiti.test/ussd', sendsSms: false },
    },
    landing: { prices: { ...DEFAULT_PRICES, vat: toBasisPoints(1800) }, contact: services.contact },
    appDir: '/nonexistent',
    variants: { get: async () => Buffer.alloc(0), precompress: async () => undefined, stop: () => undefined },
  })
}

async function ask(app: Hono<AppEnv>, { method, path, headers, body }: PlainRequest): Promise<PlainAnswer> {
  const request = new Request(`http://risiti.test${path}`, {
    method,
    headers,
    ...(method === 'GET' ? {} : { body }),
  })
  const response = await app.fetch(request, ENVIRONMENT)
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: isFile(response) ? await response.bytes() : await response.text(),
  }
}

/** What people get as a download; everything else that the server says is text. */
function isFile(response: Response): boolean {
  return response.headers.has('content-disposition')
}
