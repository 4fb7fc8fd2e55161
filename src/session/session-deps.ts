import type { Ports } from '#data/ports.ts'
import type { LocalSessionStore } from './local-session-store.ts'
import type { Locks } from './locks.ts'
import type { SessionEvent } from './session-event.ts'

/** What the session room needs from the page or the worker that runs it. */
export type SessionDeps = {
  readonly ports: Ports
  /** Origin of the server, or `/` for the origin of the page. */
  readonly prefix: string
  readonly fetch?: typeof fetch
  readonly locks: Locks
  /** `null` in the worker. */
  readonly local: LocalSessionStore | null
  onEvent(event: SessionEvent): void
}
