import { Dexie, type PromiseExtended } from 'dexie'
import type { Ports } from './ports.ts'
import { withReconnect } from './with-reconnect.ts'

/**
 * A database on this device that reopens a lost connection once and then repeats the request or transaction that met
 * the loss. What fails for good throws `DeviceStorageFailure`.
 */
export class DeviceDatabase extends Dexie {
  readonly ports: Ports
  /** When connections were reopened lately, in ms; kept by `withReconnect`. */
  readonly recentReopenings: number[] = []
  /** The last reopening; work that failed before it began waits for it and does not start another. */
  lastReopening: Promise<void> | undefined
  activeOperations = 0
  /** Its owner is done with it: late work fails and does not open it again. */
  closedByOwner = false

  constructor(name: string, ports: Ports) {
    // Strict: flushed to the disk before "saved" is said. No query cache: it shows writes before they are committed.
    super(name, { chromeTransactionDurability: 'strict', cache: 'disabled' })
    this.ports = ports
    // Assigned, because a method would have to repeat the overloads of Dexie.
    const begin = super.transaction.bind(this) as (...args: unknown[]) => PromiseExtended<never>
    this.transaction = (...args: unknown[]) => withReconnect(this, () => begin(...args))
  }

  /**
   * Runs a request outside a transaction: reads and writes of this room go through it. Inside a transaction it only
   * calls `work`, because the transaction as a whole is repeated. `work` may run twice.
   */
  run<T>(work: () => PromiseLike<T>): PromiseExtended<T> {
    return withReconnect(this, work)
  }

  /** Without options the owner closes; Dexie and `withReconnect` say what may be opened again. */
  override close(options?: { disableAutoOpen: boolean }): void {
    if (!options) this.closedByOwner = true
    super.close(options)
  }
}
