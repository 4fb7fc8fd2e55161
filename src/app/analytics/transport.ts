import type { FirebaseSetup } from '#contract/notifications.ts'
import type { SentEvent } from '#domain/analytics/usage.ts'

/** The transport of usage statistics. Its input is within all limits and is sent unchanged. */
export type UsageTransport = {
  /** Starts sending, with these properties of the user; called again when they change. */
  begin(owner: Readonly<Record<string, string>>): void
  send(event: SentEvent): void
  /** Ends sending, and deletes what it stored in the browser. */
  end(): void
}

/** Loads a transport; `null` where this browser allows none. */
export type LoadTransport = (setup: FirebaseSetup) => Promise<UsageTransport | null>
