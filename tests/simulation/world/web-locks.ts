import type { Actor } from './actor.ts'
import type { Scheduler } from './scheduler.ts'

type Holder = { readonly actor: Actor; readonly lost: (error: Error) => void }
type Waiting = { readonly actor: Actor; readonly grant: () => void }

/** `navigator.locks` of one phone: shared by its tabs and its worker, freed when one of them dies, kept by frozen ones. */
export class WebLocks {
  readonly #scheduler: Scheduler
  readonly #held = new Map<string, Holder>()
  readonly #waiting = new Map<string, Waiting[]>()

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler
  }

  /** What one tab sees of them. */
  of(actor: Actor): Pick<LockManager, 'request'> {
    const request = async (name: string, options: LockOptions, work: (lock: Lock | null) => unknown) => {
      await this.#scheduler.delay(actor, actor.chance.next(), `lock ${name.slice(0, 6)}`)
      if (this.#held.has(name) && !options.steal) {
        if (options.ifAvailable) return work(null)
        await new Promise<void>((grant) => {
          this.#waiting.set(name, [...(this.#waiting.get(name) ?? []), { actor, grant }])
        })
      }
      return this.#hold(name, actor, options.steal === true, work)
    }
    // The overloads without options are not used by the product.
    return { request: request as LockManager['request'] }
  }

  async #hold(
    name: string,
    actor: Actor,
    steals: boolean,
    work: (lock: Lock | null) => unknown,
  ): Promise<unknown> {
    if (steals) this.#held.get(name)?.lost(new DOMException('The lock was stolen', 'AbortError'))
    let lose: (error: Error) => void = () => undefined
    const stolen = new Promise<never>((_, reject) => {
      lose = reject
    })
    stolen.catch(() => undefined)
    const holder: Holder = { actor, lost: lose }
    this.#held.set(name, holder)
    try {
      return await Promise.race([work({ name, mode: 'exclusive' }), stolen])
    } finally {
      if (this.#held.get(name) === holder) this.#free(name)
    }
  }

  #free(name: string): void {
    this.#held.delete(name)
    const [next, ...rest] = (this.#waiting.get(name) ?? []).filter(({ actor }) => actor.alive)
    this.#waiting.set(name, rest)
    if (!next) return
    // Locked from now on, so that no other request can get it before the grant runs.
    this.#held.set(name, { actor: next.actor, lost: () => undefined })
    this.#scheduler.after(next.actor, 0, 'lock granted', next.grant)
  }

  /** The browser frees what a dead tab held. */
  died(actor: Actor): void {
    for (const [name, holder] of [...this.#held]) if (holder.actor === actor) this.#free(name)
  }
}
