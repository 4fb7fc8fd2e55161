import type { FirebaseSetup } from '#contract/notifications.ts'
import type { SentEvent } from '#domain/analytics/usage.ts'

/** The transport of usage statistics. Its input is within all limits and is sent unchanged. */
export type UsageTransport = {
  /** From now on it may send, under these properties of the person. */
  begin(owner: Readonly<Record<string, string>>): void
  send(event: SentEvent): void
  /** Nothing leaves any more, and what it kept in the browser is gone. */
  end(): void
}

/** Loads a transport; `null` where this browser allows none. */
export type LoadTransport = (setup: FirebaseSetup) => Promise<UsageTransport | null>
