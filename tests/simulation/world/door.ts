import type { DoorSale } from '../plan/plan.ts'
import { type Actor, actorOf } from './actor.ts'
import { chanceOf } from './chance.ts'
import type { Recorded } from './history.ts'
import { GOOD_CONDITIONS, type NetworkConditions } from './network-conditions.ts'
import type { Simulation } from './simulation.ts'

type Sold = Extract<Recorded, { kind: 'sold' }>

/** A way in that is no phone of ours: who calls, over which line. */
export class Door {
  readonly by: DoorSale['by']
  readonly actor: Actor
  readonly conditions: NetworkConditions = { ...GOOD_CONDITIONS }
  readonly fetch: typeof fetch
  readonly #simulation: Simulation
  #open = 0

  constructor(simulation: Simulation, by: DoorSale['by']) {
    this.by = by
    this.actor = actorOf(`door ${by}`, chanceOf(simulation.plan.seed, 'door', by))
    this.#simulation = simulation
    this.fetch = simulation.network.fetchOf({
      ...{ actor: this.actor, phone: `door ${by}`, conditions: this.conditions },
    })
  }

  /** Whether a sale is under way. */
  get isBusy(): boolean {
    return this.#open > 0
  }

  /** Counts a sale until it is over. An error is a mistake of the run itself. */
  sell(work: () => Promise<void>): void {
    this.#open += 1
    work()
      .catch((error: unknown) => this.#simulation.trouble(error))
      .finally(() => {
        this.#open -= 1
      })
  }

  pause(ms: number): Promise<void> {
    return this.#simulation.scheduler.delay(this.actor, ms, `${this.actor.name} waits`)
  }

  tell(amount: number, what: Sold['what'], code = ''): void {
    this.#simulation.history.add({ kind: 'sold', by: this.by, amount, what, code })
  }
}
