import { Dexie } from 'dexie'
import type { Actor } from './actor.ts'
import type { Scheduler } from './scheduler.ts'

/** What was written, as Dexie tells it to live queries. */
type Mutation = unknown
type Listener = (mutation: Mutation) => void

/** The event by which Dexie tells every live query of a process about every write in it. */
type MutationEvent = {
  fire(mutation: Mutation): void
  subscribe(listener: Listener): void
  unsubscribe(listener: Listener): void
}

export type Listening = {
  readonly scheduler: Scheduler
  /** Whether two work on one phone: what is written on another reaches nobody here. */
  areNeighbours(one: Actor, other: Actor): boolean
}

let listening: Listening | undefined
const listeners = new Map<Listener, Actor>()

/** Those of a day that is over are forgotten. */
export function setLiveQueries(next: Listening | undefined): void {
  listening = next
  listeners.clear()
}

/**
 * In the product each tab is a process with its own live queries, told of writes by the browser. Here all tabs of all
 * phones share one process: each live query belongs to the tab that began it, hears only of its own phone, as a step of
 * its own tab, and dies with it. Once in a process.
 */
export function installLiveQueries(): void {
  // Dexie's own event object, whose type does not tell of `fire` with what live queries give each other.
  const mutationEvent = Dexie.on.storagemutated as unknown as MutationEvent
  mutationEvent.fire = (mutation) => {
    const writer = listening?.scheduler.current
    if (!listening || !writer) return
    for (const [listener, actor] of listeners) {
      if (!actor.alive) listeners.delete(listener)
      else if (listening.areNeighbours(writer, actor)) {
        listening.scheduler.after(actor, 0, 'live query', () => {
          if (listeners.has(listener)) listener(mutation)
        })
      }
    }
  }
  mutationEvent.subscribe = (listener) => {
    const actor = listening?.scheduler.current
    if (actor) listeners.set(listener, actor)
  }
  mutationEvent.unsubscribe = (listener) => {
    listeners.delete(listener)
  }
}
