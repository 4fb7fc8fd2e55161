import type { Config } from './config.ts'
import type { TraEndpoint } from './gateways/tra/gateway.ts'
import { createTraGateway } from './gateways/tra/live.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { type RunningSimulator, runSimulator } from './run-simulator.ts'
import type { AuthServices } from './services/auth/auth-services.ts'
import type { DeliveryDeps } from './services/fiscal/delivery-deps.ts'
import { moveSimulatedIdentities } from './storage/simulated-identities.ts'

export type Background = {
  wakeSubmission(identityId: string): Promise<void>
  /** What talks to the tax authority. */
  readonly delivery: DeliveryDeps
  readonly simulatorUrl: string | null
  stop(): Promise<void>
}

function endpointOf(config: Config, simulator: RunningSimulator | null): TraEndpoint {
  if (config.tra !== null) return { ...config.tra, simulated: false }
  if (simulator === null) throw new Error('there is neither a tax authority nor its simulator')
  return { baseUrl: simulator.baseUrl, verifyUrl: simulator.verifyUrl, simulated: true }
}

/** What runs beside the doors: the simulator where no authority is configured, demo data once, and the jobs. */
export async function startBackground(
  config: Config,
  services: AuthServices,
  connectionString: string,
  _demoInvoices: number | undefined,
): Promise<Background> {
  const simulator = config.tra
    ? null
    : await runSimulator({
        dataDir: config.dataDir,
        host: config.host,
        port: config.port === 0 ? 0 : config.port + 1,
        clock: services.clock,
        log: services.log,
      })
  try {
    if (simulator) await moveSimulatedIdentities(services.db, simulator)
    const endpoint = endpointOf(config, simulator)
    const tra = createTraGateway({
      clock: services.clock,
      log: (entry) => services.log({ event: 'tra', ...entry }),
    })
    const jobs = await startJobs(services, { connectionString, tra, endpoint })
    return {
      wakeSubmission: jobs.wakeSubmission,
      delivery: jobs.delivery,
      simulatorUrl: simulator?.baseUrl ?? null,
      async stop() {
        await jobs.stop()
        await simulator?.stop()
      },
    }
  } catch (error) {
    await simulator?.stop()
    throw error
  }
}
