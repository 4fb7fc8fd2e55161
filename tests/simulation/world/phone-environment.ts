import type { LocalSessionStore } from '#session/local-session-store.ts'
import type { Network } from './network.ts'
import type { NetworkConditions } from './network-conditions.ts'
import type { Scheduler } from './scheduler.ts'
import type { WebLocks } from './web-locks.ts'

/** What the phones use of their environment. */
export type PhoneEnvironment = {
  readonly scheduler: Scheduler
  readonly network: Network
  readonly seed: number
  /** An error that neither the network nor the server caused. */
  trouble(error: unknown): void
}

/** What a phone lends the pages and the worker that run on it. */
export type Host = {
  readonly name: string
  readonly environment: PhoneEnvironment
  readonly conditions: NetworkConditions
  readonly locks: WebLocks | undefined
  readonly localSession: LocalSessionStore
  readonly onLine: boolean
  now(): number
  sessionEnded(): void
  scheduleWorkerWake(accountId: string): void
  closeTabs(): void
}
