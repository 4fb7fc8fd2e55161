import { Dexie, type PromiseExtended } from 'dexie'
import type { Ports } from './ports.ts'
import { withReconnect } from './with-reconnect.ts'

/**
 * A database on this device that reopens a lost connection once and then repeats the failed request or transaction. A
 * permanent failure throws `DeviceStorageFailure`.
 */
export class DeviceDatabase extends Dexie {
  readonly ports: Ports
  /** When connections were reopened lately, in ms; written by `withReconnect`. */
  readonly recentReopenings: number[] = []
  /** The last reopening; work that failed before it began waits for it and does not start another. */
  lastReopening: Promise<void> | undefined
  activeOperations = 0
  /** Its owner has closed it: later work fails and does not open it again. */
  closedByOwner = false

  constructor(name: string, ports: Ports) {
    // Strict: flushed to the disk before a write resolves. No query cache: it shows writes before they are committed.
    super(name, { chromeTransactionDurability: 'strict', cache: 'disabled' })
    this.ports = ports
    // Assigned, because a method would have to repeat the overloads of Dexie.
    const begin = super.transaction.bind(this) as (...args: unknown[]) => PromiseExtended<never>
    this.transaction = (...args: unknown[]) => withReconnect(this, () => begin(...args))
  }

  /**
   * Runs a request outside a transaction: all reads and writes of this room use it. Inside a transaction it only
   * calls `work`, because the transaction as a whole is repeated. `work` may run twice.
   */
  run<T>(work: () => PromiseLike<T>): PromiseExtended<T> {
    return withReconnect(this, work)
  }

  /** A call without options comes from the owner; Dexie and `withReconnect` say what may be opened again. */
  override close(options?: { disableAutoOpen: boolean }): void {
    if (!options) this.closedByOwner = true
    super.close(options)
  }
}
