import type { TraEndpoint, TraGateway } from '../gateways/tra/gateway.ts'
import type { Log } from '../ports/system.ts'
import type { Services } from '../services/context.ts'

export type DemoOptions = {
  readonly tra: TraGateway
  readonly endpoint: TraEndpoint
  /** Where the simulator is steered: demo devices come from it. */
  readonly simulatorControlUrl: string
  /** Issued invoices of the first company before today; tests want few. */
  readonly invoices?: number
  readonly log: Log
}

export type DemoContext = DemoOptions & { readonly services: Services }
