import { scheduleDailyBackup } from './backup/daily-backup.ts'
import type { Config } from './config.ts'
import { seedDemo } from './demo/seed-demo.ts'
import type { PushGateway } from './gateways/push/gateway.ts'
import { createReceiptReader } from './gateways/receipt-reader/live.ts'
import type { SmsGateway } from './gateways/sms/gateway.ts'
import type { TraEndpoint } from './gateways/tra/gateway.ts'
import { createTraGateway } from './gateways/tra/live.ts'
import type { WebhookGateway } from './gateways/webhooks/gateway.ts'
import { type Jobs, startJobs } from './jobs/start-jobs.ts'
import type { Log } from './ports/system.ts'
import { type RunningSimulator, runSimulator } from './run-simulator.ts'
import { loadOrCreateKey } from './security/server-key.ts'
import type { AccountingGateways } from './services/accounting/book-access.ts'
import type { AuthServices } from './services/auth/auth-services.ts'
import type { Services } from './services/context.ts'
import { VERIFY_PATH } from './simulators/tra/verify-portal.ts'
import { updateSimulatedEndpoints } from './storage/fiscal/simulated-identities.ts'

export type Background = Jobs & { readonly simulatorUrl: string | null }

/**
 * What runs beside HTTP: the simulator where no authority is configured, demo data once, and the jobs. Stops
 * in reverse.
 */
export async function startBackground(
  config: Config,
  services: AuthServices,
  connectionString: string,
  push: PushGateway,
  demoInvoices: number | undefined,
  accounting: AccountingGateways = [],
  sms: SmsGateway | null = null,
  webhooks?: WebhookGateway,
): Promise<Background> {
  const tra = createTraGateway({
    clock: services.clock,
    log: ({ call, outcome, attempt }) => services.log({ event: 'tra-call', call, outcome, ...attempt }),
  })
  let seeding = false
  const log: Log = (event) => {
    if (!seeding) services.log(event)
  }
  const simulator = config.tra ? undefined : await simulatorFor(config, services, log)
  try {
    const endpoint = await endpointOf(config, services, simulator)
    const sandbox = await sandboxOf(config, services, endpoint)
    if (simulator && config.mode === 'demo') {
      seeding = true
      await seedDemo(services, {
        // A gateway without a log, because the seeding makes thousands of calls and reports once what it did.
        tra: createTraGateway({ clock: services.clock }),
        endpoint,
        simulatorControlUrl: simulator.baseUrl,
        ...(demoInvoices !== undefined && { invoices: demoInvoices }),
        log: services.log,
      })
      seeding = false
    }
    const reader = createReceiptReader()
    const jobs = await startJobs(services, {
      ...{ connectionString, tra, endpoint, sandbox, push, accounting, sms, reader },
      deliveryConcurrency: config.deliveryConcurrency,
      ...(webhooks && { webhooks }),
    })
    const backups = dailyBackups(config, services)
    return {
      ...jobs,
      simulatorUrl: simulator?.baseUrl ?? null,
      stop: async () => {
        await Promise.all([backups?.stop(), jobs.stop()])
        await simulator?.stop()
      },
    }
  } catch (error) {
    await simulator?.stop()
    throw error
  }
}

function dailyBackups(config: Config, { clock, log }: Services): { stop(): Promise<void> } | undefined {
  const { dataDir, dailyBackup } = config
  if (dailyBackup === null || config.databaseUrl !== null) return undefined
  return scheduleDailyBackup({
    ...dailyBackup,
    dataDir,
    key: config.key ?? loadOrCreateKey(dataDir),
    clock,
    log,
  })
}

async function endpointOf(
  config: Config,
  services: AuthServices,
  simulator: RunningSimulator | undefined,
): Promise<TraEndpoint> {
  if (config.tra) return config.tra
  if (!simulator) throw new Error('There is neither an authority nor a simulator')
  const { baseUrl, verifyUrl } = simulator
  await updateSimulatedEndpoints(services.db, { baseUrl, verifyUrl })
  return { baseUrl, verifyUrl, environment: 'simulator' }
}

/** Where sandboxes are registered: the simulator of the demo, or one that runs apart; `null` without one. */
async function sandboxOf(
  config: Config,
  services: AuthServices,
  endpoint: TraEndpoint,
): Promise<TraEndpoint | null> {
  if (endpoint.environment === 'simulator') return endpoint
  if (config.sandboxUrl === null) return null
  const at = { baseUrl: config.sandboxUrl, verifyUrl: `${config.sandboxUrl}${VERIFY_PATH}` }
  await updateSimulatedEndpoints(services.db, at)
  return { ...at, environment: 'simulator' }
}

async function simulatorFor(config: Config, services: AuthServices, log: Log): Promise<RunningSimulator> {
  return await runSimulator({
    dataDir: config.dataDir,
    host: config.host,
    port: config.port === 0 ? 0 : config.port + 1,
    clock: services.clock,
    log,
  })
}
