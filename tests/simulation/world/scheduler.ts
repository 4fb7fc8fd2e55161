import { createHash, type Hash } from 'node:crypto'
import type { Actor } from './actor.ts'
import { Heap } from './heap.ts'
import { becomeIdle } from './virtual-runtime.ts'

type Event = { readonly at: number; readonly actor: Actor; readonly label: string; readonly run: () => void }

const MINUTE_MS = 60_000

/**
 * Virtual time. One event runs at a time, and the next only when everything that the first started is idle
 * (waits for time, the network, or its turn at a store), so that the same seed gives the same history.
 */
export class Scheduler {
  now: number
  /** Who runs. */
  current: Actor | undefined
  steps = 0
  readonly #events = new Heap<Event>()
  readonly #hash: Hash = createHash('sha256')
  /** Checks work that is neither done nor idle; `true` when it found it to be waiting for another's turn. */
  onDeadlock: () => Promise<boolean> = () => Promise.resolve(false)
  /** How many real milliseconds of a step pass before that. */
  idleTimeoutMs: () => number = () => 1_000
  /** Called after each step, when everything is idle. */
  afterStep: () => Promise<void> = () => Promise.resolve()

  constructor(startsAt: number) {
    this.now = startsAt
  }

  /** Runs something of an actor after a time. */
  after(actor: Actor, ms: number, label: string, run: () => void): void {
    const at = this.now + Math.max(0, Number.isFinite(ms) ? ms : 1e12)
    this.#events.push(at, { at, actor, label, run })
  }

  /** As `after`, for timers of an actor's code: those of a hidden page run once a minute. */
  timer(actor: Actor, ms: number, label: string, run: () => void): void {
    const due = this.now + Math.max(0, ms)
    const slow = actor.slowTimersUntil > this.now
    this.after(actor, slow ? Math.ceil(due / MINUTE_MS) * MINUTE_MS - this.now : ms, label, run)
  }

  /** Lets others run for a while; never comes back when the actor dies meanwhile. */
  delay(actor: Actor, ms: number, label: string): Promise<void> {
    return new Promise((resolve) => this.after(actor, ms, label, resolve))
  }

  /** Like the wait of a device: ends early when the signal fires. */
  wait(actor: Actor, ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) {
        resolve()
        return
      }
      const end = () => {
        signal?.removeEventListener('abort', end)
        resolve()
      }
      signal?.addEventListener('abort', end)
      this.timer(actor, ms, 'wait', end)
    })
  }

  addToFingerprint(text: string): void {
    this.#hash.update(text).update('\n')
  }

  /** What happened, in one word. */
  fingerprint(): string {
    return this.#hash.copy().digest('hex')
  }

  async whenIdle(): Promise<void> {
    while ((await becomeIdle(this.idleTimeoutMs)) === 'waiting') await this.onDeadlock()
  }

  /** Runs events until `until` says so after one, none is left, or virtual time has passed `limit`. */
  async run(until: () => boolean, limit: number): Promise<'done' | 'out of time' | 'nothing left'> {
    await this.whenIdle()
    for (;;) {
      if (until()) return 'done'
      const key = this.#events.peekKey()
      if (key === undefined) return 'nothing left'
      if (key > limit) {
        this.now = Math.max(this.now, limit)
        return 'out of time'
      }
      const event = this.#events.pop()
      if (event) await this.#step(event)
    }
  }

  async #step(event: Event): Promise<void> {
    const { actor } = event
    this.now = Math.max(this.now, event.at)
    if (!actor.alive) return
    if (actor.frozenUntil > this.now) {
      this.#events.push(actor.frozenUntil, { ...event, at: actor.frozenUntil })
      return
    }
    this.steps += 1
    this.addToFingerprint(`${this.now.toFixed(3)} ${actor.name} ${event.label}`)
    this.current = actor
    event.run()
    await this.whenIdle()
    await this.afterStep()
    this.current = undefined
  }
}
