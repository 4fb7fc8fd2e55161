import type { Chance } from './chance.ts'

/**
 * A unit that can be killed by itself: a tab, a worker, a process of the server. Nothing of a dead one ever
 * runs again: what it waited for never comes.
 */
export type Actor = {
  readonly name: string
  readonly chance: Chance
  alive: boolean
  /** A frozen page does nothing until then and loses nothing. */
  frozenUntil: number
  /** Until then its timers run once a minute, as those of a hidden page. */
  slowTimersUntil: number
}

export function actorOf(name: string, chance: Chance): Actor {
  return { name, chance, alive: true, frozenUntil: 0, slowTimersUntil: 0 }
}
