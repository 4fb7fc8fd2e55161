import { begin, end, pauseReally } from './machine.ts'
import type { RawConnection, RawConnections } from './raw-connections.ts'

/** A query that was sent and has not come back. */
export type Sent = { readonly connection: RawConnection; blocked: boolean; done: boolean }

/**
 * Tells a query that waits for the lock of a transaction at rest from one that is merely slow. The first must not
 * hold up the run, since only the run can end that transaction; which it is, the database knows.
 */
export class LockWatch {
  readonly #raw: RawConnections
  readonly #sent = new Set<Sent>()
  /** A transaction ended: somebody who waited may go on. */
  #released = false

  constructor(raw: RawConnections) {
    this.#raw = raw
  }

  begin(connection: RawConnection): Sent {
    const sent = { connection, blocked: false, done: false }
    this.#sent.add(sent)
    begin()
    return sent
  }

  end(sent: Sent): void {
    sent.done = true
    this.#sent.delete(sent)
    if (!sent.blocked) end()
  }

  isUnderWay(connection: RawConnection): boolean {
    return [...this.#sent].some((sent) => sent.connection === connection)
  }

  transactionEnded(): void {
    this.#released = true
  }

  /** Looks whether what has not come back waits for a lock. */
  async look(): Promise<boolean> {
    const open = [...this.#sent].filter((sent) => !sent.blocked)
    if (open.length === 0) return false
    const blocked = await this.#raw.blocked(open.map((sent) => sent.connection.pid))
    for (const sent of open) {
      if (sent.done || !blocked.has(sent.connection.pid)) continue
      sent.blocked = true
      end()
    }
    return true
  }

  /** After a transaction ended: waits until each that waited either came back or waits for somebody else. */
  async settle(): Promise<void> {
    if (!this.#released) return
    this.#released = false
    for (;;) {
      const waiting = [...this.#sent].filter((sent) => sent.blocked)
      if (waiting.length === 0) return
      const blocked = await this.#raw.blocked(waiting.map((sent) => sent.connection.pid))
      if (waiting.every((sent) => !sent.done && blocked.has(sent.connection.pid))) return
      await pauseReally(1)
    }
  }
}
