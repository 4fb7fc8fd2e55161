import type { Maintenance } from '../app/maintenance.ts'
import type { Prices } from '../subscription/prices.ts'

/** What the provider of this server configured, besides how it is reached. */
export type Provider = {
  readonly prices: Omit<Prices, 'vat'>
  /** Where companies pay, one way each. */
  readonly payTo: readonly string[]
  /** `null`: none is planned. */
  readonly maintenance: Maintenance | null
}
