import type { RawConnection, RawConnections } from './raw-connections.ts'
import { begin, counted, end, pauseReally } from './virtual-runtime.ts'

/** A query that was sent and has not come back. */
export type Sent = {
  /** The order in which queries were sent. */
  readonly number: number
  readonly connection: RawConnection
  /** Writes or locks rows while another connection has a transaction open. */
  readonly mayWait: boolean
  readonly table: string | undefined
  blocked: boolean
  done: boolean
}

const LOCKS = /^\s*(insert|update|delete|with)\b|\bfor (no key )?update\b|\bfor (key )?share\b|advisory/i
const TABLE = /\b(?:from|update|into)\s+"?(\w+)/i

/** The table whose rows a statement writes or locks; `undefined` for one that only reads. */
function lockedTable(text: string): string | undefined {
  return LOCKS.test(text) ? TABLE.exec(text)?.[1] : undefined
}

/** Real milliseconds without an answer after which the database is asked why; only the first may wait for a lock. */
const SUSPECT_AFTER_MS = 1
const LONG_IDLE_MS = 1_000

/**
 * Distinguishes a query that waits for the lock of an idle transaction from one that is merely slow. The
 * first must not hold up the run, because only the run can end that transaction; the database shows which one
 * it is.
 */
export class LockWatch {
  readonly #raw: RawConnections
  readonly #sent = new Set<Sent>()
  /** Those that waited for a lock and have come back. */
  readonly #freed: { readonly sent: Sent; readonly goOn: () => void }[] = []
  /** Those that were not sent yet, because another query already waits for rows of the same table. */
  #held: { readonly connection: RawConnection; readonly goOn: () => void }[] = []
  #numbers = 0
  /** A transaction ended: a waiting query may continue. */
  #released = false

  constructor(raw: RawConnections) {
    this.#raw = raw
  }

  begin(connection: RawConnection, text: string): Sent {
    const table = lockedTable(text)
    const mayWait = this.#raw.mayWait(connection) && table !== undefined
    this.#numbers += 1
    const sent = { number: this.#numbers, connection, mayWait, table, blocked: false, done: false }
    this.#sent.add(sent)
    begin()
    return sent
  }

  /**
   * When several queries wait for one row that changes meanwhile, the database picks the next one at random:
   * so only one may ever wait. Returns `false` after it held the query until another came back; then call it
   * again. Returns `true` when the query may be sent, as one that blocks others always may.
   */
  async admit(connection: RawConnection, text: string): Promise<boolean> {
    const table = lockedTable(text)
    const waiting = [...this.#sent].filter((sent) => sent.blocked && sent.table === table)
    if (table === undefined || waiting.length === 0) return true
    const blockers = await counted(this.#raw.blockers(this.#blocked()))
    if (blockers.has(connection.pid)) return true
    await new Promise<void>((goOn) => this.#held.push({ connection, goOn }))
    return false
  }

  #blocked(): number[] {
    return [...this.#sent].flatMap((sent) => (sent.blocked ? [sent.connection.pid] : []))
  }

  /** Lets those ask again who are held, or of them only those that hold up others. */
  #askAgain(whose: (connection: RawConnection) => boolean): void {
    const free = this.#held.filter(({ connection }) => whose(connection))
    this.#held = this.#held.filter(({ connection }) => !whose(connection))
    for (const { goOn } of free) goOn()
  }

  end(sent: Sent): void {
    sent.done = true
    this.#sent.delete(sent)
    if (!sent.blocked) end()
  }

  /**
   * For a query that waited for a lock and has come back: resolves, in the order in which they were sent,
   * when no other query comes back by the same release. The order in which the database woke them is random.
   */
  turn(sent: Sent): Promise<void> {
    return new Promise((goOn) => this.#freed.push({ sent, goOn }))
  }

  isUnderWay(connection: RawConnection): boolean {
    return [...this.#sent].some((sent) => sent.connection === connection)
  }

  transactionEnded(): void {
    this.#released = true
  }

  /** How long, in real milliseconds, to wait for an answer before looking. */
  get idleTimeoutMs(): number {
    for (const { mayWait, blocked } of this.#sent) if (mayWait && !blocked) return SUSPECT_AFTER_MS
    return LONG_IDLE_MS
  }

  /** Looks whether what has not come back waits for a lock. */
  async poll(): Promise<boolean> {
    const open = [...this.#sent].filter((sent) => !sent.blocked)
    if (open.length === 0) return false
    const blocked = await this.#raw.blocked(open.map((sent) => sent.connection.pid))
    for (const sent of open) {
      if (sent.done || !blocked.has(sent.connection.pid)) continue
      sent.blocked = true
      end()
    }
    if (this.#held.length > 0) {
      const blockers = await this.#raw.blockers(this.#blocked())
      this.#askAgain(({ pid }) => blockers.has(pid))
    }
    return true
  }

  /**
   * After a transaction ended: waits until each query that waited either came back or waits for another one.
   */
  async settle(): Promise<void> {
    const released = this.#released
    if (released) {
      this.#released = false
      while (!(await this.#isSettled())) await pauseReally(1)
    }
    const freed = this.#freed.splice(0).sort((one, other) => one.sent.number - other.sent.number)
    for (const { goOn } of freed) goOn()
    if (released || freed.length > 0) this.#askAgain(() => true)
  }

  async #isSettled(): Promise<boolean> {
    const waiting = [...this.#sent].filter((sent) => sent.blocked)
    if (waiting.length === 0) return true
    const blocked = await this.#raw.blocked(waiting.map((sent) => sent.connection.pid))
    return waiting.every((sent) => !sent.done && blocked.has(sent.connection.pid))
  }
}
