import type { LocalSessionStore } from '#session/local-session-store.ts'
import { browserLocks } from '#session/locks.ts'
import type { SessionDeps } from '#session/session-deps.ts'
import type { SessionEvent } from '#session/session-event.ts'
import { pagePorts } from './page-ports.ts'

/** What the session room needs from this page. */
export function pageSessionDeps(
  local: LocalSessionStore,
  onEvent: (event: SessionEvent) => void,
): SessionDeps {
  return { ports: pagePorts, prefix: '/', locks: browserLocks(navigator.locks), local, onEvent }
}
