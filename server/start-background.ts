import type { Config } from './config.ts'
import { runSimulator } from './run-simulator.ts'
import type { AuthServices } from './services/auth/auth-services.ts'
import { moveSimulatedIdentities } from './storage/simulated-identities.ts'

export type Background = {
  wakeSubmission(identityId: string): Promise<void>
  readonly simulatorUrl: string | null
  stop(): Promise<void>
}

/** What runs beside the doors: the simulator where no authority is configured, demo data once, and the jobs. */
export async function startBackground(
  config: Config,
  services: AuthServices,
  _connectionString: string,
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
  if (simulator) await moveSimulatedIdentities(services.db, simulator)
  return {
    wakeSubmission: async () => undefined,
    simulatorUrl: simulator?.baseUrl ?? null,
    stop: async () => simulator?.stop(),
  }
}
