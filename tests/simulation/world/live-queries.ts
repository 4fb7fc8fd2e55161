import { Dexie } from 'dexie'
import type { Actor } from './actor.ts'
import type { Scheduler } from './scheduler.ts'

/** A write, as Dexie reports it to live queries. */
type Mutation = unknown
type Listener = (mutation: Mutation) => void

/** The event by which Dexie notifies every live query of a process about every write in it. */
type MutationEvent = {
  fire(mutation: Mutation): void
  subscribe(listener: Listener): void
  unsubscribe(listener: Listener): void
}

export type Listening = {
  readonly scheduler: Scheduler
  /** Whether two actors run on one phone: a write on one phone does not reach another. */
  areNeighbours(one: Actor, other: Actor): boolean
}

let listening: Listening | undefined
const listeners = new Map<Listener, Actor>()

/** Those of a day that is over are dropped. */
export function setLiveQueries(next: Listening | undefined): void {
  listening = next
  listeners.clear()
}

/**
 * In the product each tab is a process with its own live queries, and the browser notifies it of writes. Here
 * all tabs of all phones share one process: each live query belongs to the tab that began it, gets only
 * writes of its own phone, as a step of its own tab, and dies with it. Call it once in a process.
 */
export function installLiveQueries(): void {
  // Dexie's own event object; its type does not include `fire` and its argument.
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
