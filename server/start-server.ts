import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { newId, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { armCrashPoints } from './crash-points.ts'
import { createSmtpMail } from './gateways/mail/live.ts'
import { createStoredMail } from './gateways/mail/stored.ts'
import { allHandlers } from './http/all-handlers.ts'
import { createVariants } from './http/app-files/variants.ts'
import { createApp } from './http/create-app.ts'
import { listenHttp } from './http/listen-http.ts'
import { createLog } from './log.ts'
import { refuseDemoData } from './refuse-demo-data.ts'
import { createAccessTokens } from './security/access-tokens.ts'
import { createAuthLimits, createLookUpLimit, createSlipLimit } from './security/rate-limits.ts'
import { createSealer } from './security/sealer.ts'
import { deriveKeys, keepKey } from './security/server-key.ts'
import type { AuthServices } from './services/auth/auth-services.ts'
import { createStandingCache } from './services/auth/standing-cache.ts'
import type { Clock, Log, Services } from './services/context.ts'
import { createFollowers } from './services/notifications/followers.ts'
import { setUpPush } from './services/notifications/push-setup.ts'
import { createPushTraffic } from './services/sync/push-traffic.ts'
import { type Background, startBackground } from './start-background.ts'
import { openDatabase } from './storage/database.ts'
import { startCluster } from './storage/embedded/start-cluster.ts'
import { CHANGES_CHANNEL, listen, STANDING_CHANNEL } from './storage/listen.ts'
import { migrate } from './storage/migrate.ts'
import { unsetSettings } from './unset-settings.ts'

export type Overrides = {
  readonly clock?: Clock
  readonly log?: Log
  /** How many demo invoices; by default what the demo needs. */
  readonly demoInvoices?: number
  /** `false`: only the doors, without simulator, demo data and jobs. */
  readonly background?: boolean
}

export type RunningServer = {
  readonly url: string
  readonly port: number
  readonly services: AuthServices
  /** Where the control page of the simulator is; `null` without one. */
  readonly simulatorUrl: string | null
  readonly stop: () => Promise<void>
}

/**
 * Starts everything a configuration asks for, in the order database, services, background work, doors. `stop` undoes
 * it in reverse, letting running answers finish. What was started is stopped again when a later step fails.
 */
export async function startServer(config: Config, overrides: Overrides = {}): Promise<RunningServer> {
  const clock = overrides.clock ?? systemClock
  const log = overrides.log ?? createLog(clock, (line) => process.stdout.write(line))
  const started = new Started(log)
  try {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o755 })
    const connectionString = await findDatabase(config, log, started)
    const database = openDatabase({ connectionString, log })
    started.add('pool', database.close)
    await migrate(database.db, newId)
    if (config.mode === 'production') await refuseDemoData(database.db)

    const keys = deriveKeys(config.key ?? keepKey(config.dataDir))
    let background: Background | undefined
    const base: Services = {
      db: database.db,
      clock,
      newId,
      log,
      sealer: createSealer(keys.sealing),
      wakeSubmission: async (identityId) => await background?.wakeSubmission(identityId),
      traffic: createPushTraffic(() => performance.now()),
      ...(config.crashPoints.length > 0 && { reached: armCrashPoints(config.crashPoints) }),
    }
    const mail = config.smtpUrl
      ? createSmtpMail(config.smtpUrl, senderOf(config))
      : createStoredMail(base.db, clock)
    started.add('mail', mail.close)
    const services: AuthServices = {
      ...base,
      tokens: createAccessTokens(keys.tokens, clock),
      mail,
      simulatedByDefault: config.tra === null,
    }
    const standing = createStandingCache(services)
    const notices = await listen({
      connectionString,
      channel: STANDING_CHANNEL,
      onNotice: () => standing.clear(),
      log,
    })
    started.add('notices', notices.stop)
    const followers = createFollowers()
    const changes = await listen({
      connectionString,
      channel: CHANGES_CHANNEL,
      onNotice: followers.announce,
      log,
    })
    started.add('changes', changes.stop)
    const push = await setUpPush(services, config.push, contactOf(config))

    if (overrides.background !== false) {
      background = await startBackground(
        config,
        services,
        connectionString,
        push.gateway,
        overrides.demoInvoices,
      )
      const behind = background
      started.add('background', () => behind.stop())
    }
    const variants = createVariants(join(config.dataDir, 'compressed'))
    const limits = { ...createAuthLimits(database.pool), lookUp: createLookUpLimit(database.pool) }
    const app = createApp({
      gate: { services, standing },
      handlers: allHandlers(services, limits, () => background?.delivery, push),
      followers,
      trustedProxies: config.trustedProxies,
      publicUrl: publicUrlOf(config, config.port),
      firebase: config.push.firebase !== null,
      analytics: config.push.firebase?.setup.measurementId !== undefined,
      mailbox: config.mode === 'demo' && config.smtpUrl === null,
      slipLimit: createSlipLimit(database.pool),
      appDir: config.appDir,
      variants,
    })
    const http = await listenHttp(app, config.host, config.port)
    started.add('http', async () => {
      variants.stop()
      followers.endAll()
      await http.stop()
    })
    const url = publicUrlOf(config, http.port)
    log({
      ...{ event: 'listening', url, port: http.port, mode: config.mode },
      unset: unsetSettings(config).map(({ name }) => name),
    })
    return {
      url,
      port: http.port,
      services,
      simulatorUrl: background?.simulatorUrl ?? null,
      stop: () => started.stopAll(),
    }
  } catch (error) {
    await started.stopAll()
    throw error
  }
}

async function findDatabase(config: Config, log: Log, started: Started): Promise<string> {
  if (config.databaseUrl !== null) return config.databaseUrl
  const cluster = await startCluster({ dataDir: config.dataDir, log })
  started.add('database', cluster.stop)
  return cluster.connectionString
}

function publicUrlOf(config: Config, port: number): string {
  return config.publicUrl ?? `http://localhost:${port}`
}

/** Whom the keepers of a push service may turn to (RFC 8292): the address people use, where it is on the web. */
function contactOf(config: Config): string {
  return config.publicUrl?.startsWith('https://') ? config.publicUrl : `mailto:${senderOf(config)}`
}

function senderOf(config: Config): string {
  return `no-reply@${new URL(publicUrlOf(config, config.port)).hostname}`
}

/** What runs, to be stopped in reverse; one part that fails to stop does not keep the others running. */
class Started {
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
