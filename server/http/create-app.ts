import { Hono } from 'hono'
import { routePath } from 'hono/route'
import { DATA_EXPORTS_PATH } from '#contract/data-export-endpoints.ts'
import type { AttemptLimit } from '../ports/attempt-limit.ts'
import { Refusal } from '../ports/refusal.ts'
import type { AccountingGateways } from '../services/accounting/book-access.ts'
import type { Services } from '../services/context.ts'
import type { ChangeSubscribers } from '../services/notifications/change-subscribers.ts'
import { serveAccountingMessages } from './accounting-messages.ts'
import { answerProof } from './answer-proof.ts'
import type { AppEnv } from './app-env.ts'
import type { LandingFacts } from './app-files/fill-landing.ts'
import { serveApp } from './app-files/serve-app.ts'
import { serveSearchFiles } from './app-files/serve-search-files.ts'
import type { Variants } from './app-files/variants.ts'
import { bindEndpoints, type EndpointDeps } from './bind-endpoints.ts'
import { toRefusal } from './fault-to-refusal.ts'
import { serveMailbox } from './mailbox.ts'
import { describeApi } from './openapi.ts'
import { type PublicApiLimits, servePublicApi } from './public-api/serve-public-api.ts'
import { servePublicReceipts } from './public-receipt/serve-public-receipts.ts'
import { refusalToResponse } from './refusal-to-response.ts'
import { contentSecurityPolicy, securityHeaders } from './security-headers.ts'
import { serveChanges } from './serve-changes.ts'
import { serveDataExports } from './serve-data-exports.ts'
import { serveFiles } from './serve-files.ts'
import { serveHealth } from './serve-health.ts'
import { serveUssd, USSD_PATH, type UssdDoor } from './ussd/serve-ussd.ts'

export type AppOptions = EndpointDeps & {
  readonly publicUrl: string
  readonly firebase: boolean
  readonly analytics: boolean
  readonly subscribers: ChangeSubscribers
  /** Whether mail is stored here and can be read by anyone who reaches this server. */
  readonly mailbox: boolean
  readonly publicReceiptLimit: AttemptLimit
  readonly publicApiLimits: PublicApiLimits
  /** Accounting services whose messages are taken. */
  readonly accounting: AccountingGateways
  /** Where the gateway of feature phones comes in; `null`: nowhere. */
  readonly ussd: UssdDoor | null
  readonly appDir: string
  readonly variants: Variants
  /** What the landing page says of this server, beside its address. */
  readonly landing: Omit<LandingFacts, 'publicUrl'>
}

/** The whole HTTP server: API, health, description, mailbox and the app's own files. */
export function createApp(options: AppOptions): Hono<AppEnv> {
  const { services } = options.authentication
  const app = new Hono<AppEnv>()
  installRequestLogging(app, options, services)
  serveHealth(app, services.db)
  // Made for the first who reads it: it is most of what starting a server computes.
  let description: string | undefined
  app.get('/v1/openapi.json', (c) => {
    description ??= JSON.stringify(describeApi())
    return c.body(description, 200, { 'content-type': 'application/json', 'cache-control': 'no-cache' })
  })
  bindEndpoints(app, options)
  servePublicApi(app, { services, limits: options.publicApiLimits })
  serveChanges(app, options.authentication, options.subscribers)
  serveFiles(app, options.authentication)
  serveDataExports(app, options.authentication)
  if (options.mailbox) serveMailbox(app, services.db)
  servePublicReceipts(app, {
    services,
    limit: options.publicReceiptLimit,
    trustedProxies: options.trustedProxies,
  })
  serveAccountingMessages(app, services, options.accounting)
  if (options.ussd) serveUssd(app, { ...options.ussd, trustedProxies: options.trustedProxies })
  // A phone whose worker is gone: the form opens, and the receipt is chosen there.
  app.post('/share-receipt', (c) => c.redirect('/new-expense', 303))
  serveSearchFiles(app, options.publicUrl)
  serveApp(app, {
    landing: { ...options.landing, publicUrl: options.publicUrl },
    dir: options.appDir,
    variants: options.variants,
    policyOf: ({ inlineScripts }) => contentSecurityPolicy(options, inlineScripts),
    onFault: (error) => services.log({ event: 'app-files-fault', error }),
  })
  app.notFound((c) => refusalToResponse(new Refusal('NOT_FOUND'), c.get('requestId'), answerProof(c)))
  app.onError((error, c) =>
    refusalToResponse(toRefusal(error, services.log, c.get('requestId')), c.get('requestId'), answerProof(c)),
  )
  return app
}

/** The most of a path that is logged: our own are shorter. */
const MAX_LOGGED_PATH = 200

/** The end of a link to a receipt or an export opens it for anyone who reads it: it must not be logged. */
function loggedPath(path: string): string {
  for (const start of ['/slip/', DATA_EXPORTS_PATH, USSD_PATH]) if (path.startsWith(start)) return `${start}…`
  return path.length > MAX_LOGGED_PATH ? `${path.slice(0, MAX_LOGGED_PATH)}…` : path
}

/** Gives every request an id, every answer its headers, and the log one line for each. */
function installRequestLogging(
  app: Hono<AppEnv>,
  options: AppOptions,
  { clock, newId, log, meter }: Pick<Services, 'clock' | 'newId' | 'log' | 'meter'>,
): void {
  const headersOf = securityHeaders({
    https: options.publicUrl.startsWith('https:'),
    firebase: options.firebase,
    analytics: options.analytics,
  })
  app.use(async (c, next) => {
    const requestId = newId()
    const startedAt = clock.now()
    c.set('requestId', requestId)
    await next()
    // A page with a policy of its own is stricter than the app's.
    const { headers } = c.res
    for (const [name, value] of headersOf(headers.get('content-type')))
      if (!headers.has(name)) headers.set(name, value)
    c.res.headers.set('x-request-id', requestId)
    const tookMs = clock.now() - startedAt
    meter?.requestAnswered({
      route: c.get('endpoint') ?? routePath(c),
      method: c.req.method,
      status: c.res.status,
      seconds: tookMs / 1_000,
    })
    log({
      event: 'request',
      requestId,
      method: c.req.method,
      endpoint: c.get('endpoint') ?? loggedPath(c.req.path),
      status: c.res.status,
      tookMs,
      userId: c.get('userId'),
    })
  })
}
