import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { newId, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { createAiGateway } from './gateways/ai/live.ts'
import { createSmtpMail } from './gateways/mail/live.ts'
import { createStoredMail } from './gateways/mail/stored.ts'
import { createVariants } from './http/app-files/variants.ts'
import { createApp } from './http/create-app.ts'
import { allHandlers } from './http/handlers/all-handlers.ts'
import { listenHttp } from './http/listen-http.ts'
import { createLog } from './log.ts'
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
import { createChangeSubscribers } from './services/notifications/change-subscribers.ts'
import { createPushSetup } from './services/notifications/push-setup.ts'
import { readPrices } from './services/subscriptions/read-prices.ts'
import { createPushTraffic } from './services/sync/push-traffic.ts'
import { startAiSimulator } from './simulators/ai/start-ai-simulator.ts'
import { type RunningAccounting, startAccounting } from './start-accounting.ts'
import { type Background, startBackground } from './start-background.ts'
import { openDatabase } from './storage/database.ts'
import { startCluster } from './storage/embedded/start-cluster.ts'
import { CHANGES_CHANNEL, listen, STATUS_CHANNEL } from './storage/listen.ts'
import { migrate } from './storage/migrate.ts'
import { insertMail } from './storage/notifications/mails.ts'
import {
  createAuthLimits,
  createContactLimits,
  createDataExportLimit,
  createInsightLimit,
  createLookUpLimit,
  createPublicApiLimits,
  createPublicReceiptLimit,
  createRecoveryLimits,
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
  /** The simulated accounting services. */
  readonly simulatedAccounting: RunningAccounting['simulators']
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
    const database = openDatabase({ connectionString, log })
    started.add('pool', database.close)
    await migrate(database.db, newId)
    if (config.mode === 'production') await refuseDemoData(database.db)
    const identity = await readDatabaseIdentity(database.db)
    await noticeOtherDatabase(database.db, { clock, newId, log }, identity)

    const keys = deriveKeys(config.key ?? loadOrCreateKey(config.dataDir))
    let background: Background | undefined
    const base: Services = {
      db: database.db,
      clock,
      newId,
      log,
      encryption: createEncryption(keys.encryption),
      wakeSubmission: async (identityId) => await background?.wakeSubmission(identityId),
      traffic: createPushTraffic(() => performance.now()),
      ...(config.crashPoints.length > 0 && { onCrashPoint: armCrashPoints(config.crashPoints) }),
    }
    let url = publicUrlOf(config, config.port)
    const mail = config.smtpUrl
      ? createSmtpMail(config.smtpUrl, senderOf(config))
      : createStoredMail((sent, at) => insertMail(base.db, sent, at), clock)
    started.add('mail', mail.close)
    const services: AuthServices = {
      ...base,
      tokens: createAccessTokens(keys.tokens, clock),
      mail,
      environmentByDefault: config.tra?.environment ?? 'simulator',
      contact: config.contact,
      provider: config.provider,
      publicUrl: () => url,
    }
    const accessStatus = createAccessStatusCache(services)
    const statusListener = await listen({
      connectionString,
      channel: STATUS_CHANNEL,
      onNotice: () => accessStatus.clear(),
      log,
    })
    started.add('notices', statusListener.stop)
    const subscribers = createChangeSubscribers()
    const changeListener = await listen({
      connectionString,
      channel: CHANGES_CHANNEL,
      onNotice: subscribers.notify,
      log,
    })
    started.add('changes', changeListener.stop)
    const push = await createPushSetup(services, config.push, pushContactOf(config))
    const simulatedAi = await startSimulatedAi(config, overrides)
    if (simulatedAi) started.add('ai-simulator', simulatedAi.stop)
    const ai = config.ai ?? simulatedAi?.config ?? null
    const accounting = await startAccounting(config, clock, overrides.background !== false)
    started.add('accounting', accounting.stop)
    const prices = await readPrices(services)

    // The last that takes time: background work that has begun never waits for the rest of the start.
    if (overrides.background !== false) {
      background = await startBackground(
        config,
        services,
        connectionString,
        push.gateway,
        overrides.demoInvoices,
        accounting.gateways,
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
        ai && createAiGateway(ai),
        accounting.gateways,
      ),
      subscribers,
      trustedProxies: config.trustedProxies,
      publicUrl: publicUrlOf(config, config.port),
      firebase: config.push.firebase !== null,
      analytics: config.push.firebase?.setup.measurementId !== undefined,
      mailbox: config.mode === 'demo' && config.smtpUrl === null,
      publicReceiptLimit: createPublicReceiptLimit(database.pool),
      publicApiLimits: createPublicApiLimits(database.pool),
      appDir: config.appDir,
      variants,
      landing: { prices, contact: config.contact },
    })
    const http = await listenHttp(app, config.host, config.port)
    started.add('http', async () => {
      variants.stop()
      subscribers.closeAll()
      await http.stop()
    })
    url = publicUrlOf(config, http.port)
    log({
      ...{ event: 'listening', url, port: http.port, mode: config.mode },
      unset: unsetSettings(config).map(({ name }) => name),
    })
    return {
      url,
      port: http.port,
      services,
      simulatorUrl: background?.simulatorUrl ?? null,
      simulatedAiUrl: simulatedAi?.config.baseUrl ?? null,
      simulatedAccounting: accounting.simulators,
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
    config: { baseUrl, key: 'simulated', model: 'simulated', name: 'Risiti simulator', country: 'Tanzania' },
    stop,
  }
}

function publicUrlOf(config: Config, port: number): string {
  return config.publicUrl ?? `http://localhost:${port}`
}

/** Whom the keepers of a push service may turn to (RFC 8292): the address people use, where it is on the web. */
function pushContactOf(config: Config): string {
  return config.publicUrl?.startsWith('https://') ? config.publicUrl : `mailto:${senderOf(config)}`
}

function senderOf(config: Config): string {
  return `no-reply@${new URL(publicUrlOf(config, config.port)).hostname}`
}

/** What runs, to be stopped in reverse; one part that fails to stop does not keep the others running. */
class StartedParts {
  readonly #parts: { readonly name: string; readonly stop: () => Promise<void> }[] = []
  readonly #log: Log
  #stopping: Promise<void> | undefined

  constructor(log: Log) {
    this.#log = log
  }

  add(name: string, stop: () => Promise<void>): void {
    this.#parts.push({ name, stop })
  }

  stopAll(): Promise<void> {
    this.#stopping ??= this.#stopEach()
    return this.#stopping
  }

  async #stopEach(): Promise<void> {
    for (const { name, stop } of this.#parts.reverse()) {
      await stop().catch((error: unknown) => this.#log({ event: 'stop-failed', part: name, error }))
    }
  }
}
