import { Dexie } from 'dexie'
import type { Ports } from './ports.ts'

/** A database on this device, with what the guard keeps about its connection. */
export class DeviceDatabase extends Dexie {
  readonly ports: Ports
  /** When connections were reopened lately; kept by the guard. */
  readonly recentReopenings: number[] = []
  activeOperations = 0
  /** Its owner is done with it: work that comes late fails instead of opening it again. */
  closedByOwner = false

  constructor(name: string, ports: Ports) {
    // Strict: flushed to the disk before "saved" is said. No query cache: it shows writes before they are committed.
    super(name, { chromeTransactionDurability: 'strict', cache: 'disabled' })
    this.ports = ports
  }

  /** Without options it is the owner who closes; Dexie and the guard say what may be opened again. */
  override close(options?: { disableAutoOpen: boolean }): void {
    if (!options) this.closedByOwner = true
    super.close(options)
  }
}
