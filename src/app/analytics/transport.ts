import type { FirebaseSetup } from '#contract/notifications.ts'
import type { SentEvent } from '#domain/analytics/usage.ts'

/** The way out for usage statistics. What it is given has passed all limits and leaves the phone as it is. */
export type UsageTransport = {
  /** From now on it may send, under these properties of the person. */
  begin(owner: Readonly<Record<string, string>>): void
  send(event: SentEvent): void
  /** Nothing leaves any more, and what it kept in the browser is gone. */
  end(): void
}

/** Loads a transport; `null` where this browser allows none. */
export type LoadTransport = (setup: FirebaseSetup) => Promise<UsageTransport | null>
