import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { newId, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { watchDatabasePosition } from './database-position.ts'
import { withBreaker } from './gateways/ai/breaker.ts'
import { createAiGateway } from './gateways/ai/live.ts'
import { createWebhookGateway } from './gateways/webhooks/live.ts'
import { createVariants } from './http/app-files/variants.ts'
import { createApp } from './http/create-app.ts'
import { allHandlers } from './http/handlers/all-handlers.ts'
import { listenHttp } from './http/listen-http.ts'
import { listenMetrics } from './listen-metrics.ts'
import { createLog } from './log.ts'
import { createMail, publicUrlOf, senderOf } from './mail-gateway.ts'
import { createMetrics } from './metrics.ts'
import { noticeOtherDatabase, readDatabaseIdentity } from './notice-other-database.ts'
import { armCrashPoints } from './ports/crash-points.ts'
import type { Clock, Log } from './ports/system.ts'
import { refuseDemoData } from './refuse-demo-data.ts'
import { createAccessTokens } from './security/access-tokens.ts'
import { createEncryption } from './security/encryption.ts'
import { deriveKeys, loadOrCreateKey } from './security/server-key.ts'
import { createAccessStatusCache } from './services/auth/access-status-cache.ts'
import type { AuthServices } from './services/auth/auth-services.ts'
import type { Services } from './services/context.ts'
import { withTokenCount } from './services/insights/count-tokens.ts'
import { createChangeSubscribers } from './services/notifications/change-subscribers.ts'
import { createPushSetup } from './services/notifications/push-setup.ts'
import { readPrices } from './services/subscriptions/read-prices.ts'
import { createPushTraffic } from './services/sync/push-traffic.ts'
import { startAiSimulator } from './simulators/ai/start-ai-simulator.ts'
import { startAccounting } from './start-accounting.ts'
import { type Background, startBackground } from './start-background.ts'
import { startNotices } from './start-notices.ts'
import { startUssd } from './start-ussd.ts'
import { StartedParts } from './started-parts.ts'
import { openDatabase } from './storage/database.ts'
import { startCluster } from './storage/embedded/start-cluster.ts'
import { migrateAt } from './storage/migrate-at.ts'
import {
  createAuthLimits,
  createContactLimits,
  createDataExportLimit,
  createInsightLimit,
  createLookUpLimit,
  createPublicApiLimits,
  createPublicReceiptLimit,
  createRecoveryLimits,
  createUssdLimits,
} from './storage/rate-limits.ts'
import { unsetSettings } from './unset-settings.ts'

export type Overrides = {
  readonly clock?: Clock
  readonly log?: Log
  /** How many demo invoices; by default what the demo needs. */
  readonly demoInvoices?: number
  /** `false`: only HTTP, without simulator, demo data and jobs. */
  readonly background?: boolean
}

export type RunningServer = {
  readonly url: string
  readonly port: number
  readonly services: AuthServices
  /** Where the control page of the simulator is; `null` without one. */
  readonly simulatorUrl: string | null
  /** The simulated provider of wording; `null` without one. */
  readonly simulatedAiUrl: string | null
  readonly stop: () => Promise<void>
}

/**
 * Starts everything a configuration asks for, in the order database, services, background work, HTTP. `stop`
 * ends them in reverse, letting running answers finish. What was started is stopped again when a later step
 * fails.
 */
export async function startServer(config: Config, overrides: Overrides = {}): Promise<RunningServer> {
  const clock = overrides.clock ?? systemClock
  const log = overrides.log ?? createLog(clock, (line) => process.stdout.write(line))
  const started = new StartedParts(log)
  try {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o755 })
    const connectionString = await startDatabase(config, log, started)
    await migrateAt(connectionString, log, newId)
    const database = openDatabase({
      connectionString,
      log,
      poolSize: config.databaseConnections,
    })
    started.add('pool', database.close)
    if (config.mode === 'production') await refuseDemoData(database.db)
    // First what this machine saw itself: it knows of a new leader whether that has everything.
    const watching = await watchDatabasePosition(database.db, { clock, newId, log }, config.dataDir)
    started.add('database-position', watching.stop)
    await noticeOtherDatabase(database.db, { clock, newId, log }, await readDatabaseIdentity(database.db))

    const keys = deriveKeys(config.key ?? loadOrCreateKey(config.dataDir))
    let background: Background | undefined
    const metrics = config.metrics && createMetrics()
    const base: Services = {
      db: database.db,
      clock,
      newId,
      log,
      encryption: createEncryption(keys.encryption),
      wakeSubmission: async (identityId) => await background?.wakeSubmission(identityId),
      traffic: createPushTraffic(() => performance.now()),
      ...(metrics && { meter: metrics.meter }),
      ...(config.crashPoints.length > 0 && { onCrashPoint: armCrashPoints(config.crashPoints) }),
    }
    let url = publicUrlOf(config, config.port)
    const mail = createMail(config, base)
    started.add('mail', mail.close)
    const services: AuthServices = {
      ...base,
      tokens: createAccessTokens(keys.tokens, clock),
      mail,
      environmentByDefault: config.tra?.environment ?? 'simulator',
      offersSandbox: config.tra === null || config.sandboxUrl !== null,
      contact: config.contact,
      provider: config.provider,
      layoutCompanies: config.layoutCompanies,
      publicUrl: () => url,
    }
    const accessStatus = createAccessStatusCache(services)
    const subscribers = createChangeSubscribers()
    const notices = await startNotices({
      connectionString,
      services,
      accessStatus,
      subscribers,
      elapsedMs: () => performance.now(),
    })
    started.add('notices', notices.stop)
    const push = await createPushSetup(services, config.push, pushContactOf(config))
    const simulatedAi = await startSimulatedAi(config, overrides)
    if (simulatedAi) started.add('ai-simulator', simulatedAi.stop)
    const ai = config.ai ?? simulatedAi?.config ?? null
    let listeningPort = config.port
    const accounting = await startAccounting(
      config,
      clock,
      overrides.background !== false,
      () => listeningPort,
    )
    started.add('accounting', accounting.stop)
    const ussd = await startUssd(config, () => listeningPort, overrides.background !== false)
    started.add('ussd', ussd.stop)
    const webhooks = createWebhookGateway(config.trustedWebhookOrigins, {
      elapsedMs: () => performance.now(),
    })
    const prices = await readPrices(services)

    let metricsPort: number | null = null
    if (config.metrics && metrics) {
      metrics.observe({ clock, db: database.db, pool: database.pool, countStreams: subscribers.count })
      const listening = await listenMetrics(config.metrics, metrics)
      started.add('metrics', listening.stop)
      metricsPort = listening.port
    }

    // The last that takes time: background work that has begun never waits for the rest of the start.
    if (overrides.background !== false) {
      background = await startBackground(
        config,
        services,
        connectionString,
        push.gateway,
        overrides.demoInvoices,
        accounting.gateways,
        ussd.sms,
        webhooks,
      )
      const running = background
      started.add('background', () => running.stop())
    }
    const variants = createVariants(join(config.dataDir, 'compressed'))
    const limits = {
      ...createAuthLimits(database.pool),
      ...createRecoveryLimits(database.pool),
      ...createContactLimits(database.pool),
      lookUp: createLookUpLimit(database.pool),
      insight: createInsightLimit(database.pool),
      dataExport: createDataExportLimit(database.pool),
    }
    const app = createApp({
      authentication: { services, accessStatus },
      handlers: allHandlers(
        services,
        limits,
        () => background?.delivery,
        push,
        ai && withBreaker(withTokenCount(createAiGateway(ai), services), () => clock.now()),
        accounting.gateways,
        webhooks.trusted,
      ),
      subscribers,
      trustedProxies: config.trustedProxies,
      publicUrl: publicUrlOf(config, config.port),
      firebase: config.push.firebase !== null,
      analytics: config.push.firebase?.setup.measurementId !== undefined,
      mailbox: config.mode === 'demo' && config.smtpUrl === null,
      publicReceiptLimit: createPublicReceiptLimit(database.pool),
      publicApiLimits: createPublicApiLimits(database.pool),
      accounting: accounting.gateways,
      ussd: ussd.door && {
        ...ussd.door,
        services,
        limits: createUssdLimits(database.pool),
        help: { contact: config.contact, guide: () => `${url}/ussd`, sendsSms: ussd.sms !== null },
      },
      appDir: config.appDir,
      variants,
      landing: { prices, contact: config.contact },
    })
    const http = await listenHttp(app, config.host, config.port)
    // Answers and deliveries end at the same time.
    started.addBeside('background', 'http', async () => {
      variants.stop()
      subscribers.closeAll()
      await http.stop()
    })
    url = publicUrlOf(config, http.port)
    listeningPort = http.port
    log({
      ...{ event: 'listening', url, port: http.port, mode: config.mode },
      simulatedPhone: ussd.phoneUrl,
      ...(metricsPort !== null && { metricsPort }),
      unset: unsetSettings(config).map(({ name }) => name),
    })
    return {
      url,
      port: http.port,
      services,
      simulatorUrl: background?.simulatorUrl ?? null,
      simulatedAiUrl: simulatedAi?.config.baseUrl ?? null,
      stop: () => started.stopAll(),
    }
  } catch (error) {
    await started.stopAll()
    throw error
  }
}

async function startDatabase(config: Config, log: Log, started: StartedParts): Promise<string> {
  if (config.databaseUrl !== null) return config.databaseUrl
  const cluster = await startCluster({ dataDir: config.dataDir, log })
  started.add('database', cluster.stop)
  return cluster.connectionString
}

/** In demo mode a simulator words insights, as long as no provider is set. */
async function startSimulatedAi({ mode, ai, host }: Config, { background }: Overrides) {
  if (mode !== 'demo' || ai !== null || background === false) return undefined
  const { baseUrl, stop } = await startAiSimulator(host)
  return {
    config: {
      baseUrl,
      key: 'simulated',
      model: 'simulated',
      name: 'Risiti simulator',
      country: 'Tanzania',
      dailyMax: 1_000_000,
      dailyTokens: 1_000_000_000,
    },
    stop,
  }
}

/** Whom the keepers of a push service may turn to (RFC 8292): the address people use, where it is on the web. */
function pushContactOf(config: Config): string {
  return config.publicUrl?.startsWith('https://') ? config.publicUrl : `mailto:${senderOf(config)}`
}
