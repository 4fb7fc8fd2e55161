import type { Caller } from '#api/call.ts'
import type { CallOutcome } from '#api/failure.ts'
import type { PushAnswer } from '#contract/sync.ts'
import type { Ports } from '#data/ports.ts'
import type { NetworkConnection } from '#domain/files/may-upload.ts'
import type { Locks } from '#session/locks.ts'

/** Sent after a sync changed something or tried to; pages listen to what the worker did. */
export type SyncNotice = {
  readonly kind: 'synced'
  readonly accountId: string
  readonly pendingCount: number
}

/** Named moments at which a test may stop the world. Empty in the product. */
export type DrainHooks = {
  /** Entries are marked as sending and nothing has left yet. */
  'drain:leased'?(opIds: readonly string[]): Promise<void> | void
  /** The answer is here and nothing of it is stored yet. */
  'drain:answer'?(outcome: CallOutcome<PushAnswer>): Promise<void> | void
  /** A page of the change feed is here and nothing of it is stored yet. */
  'pull:page'?(): Promise<void> | void
}

export type SyncDeps = {
  readonly ports: Ports
  readonly locks: Locks
  readonly call: Caller
  /** Who runs: unique per page or worker. */
  readonly owner: string
  /** False only while the device itself says that it has no network at all; without it, there may always be one. */
  connected?(): boolean
  /** True while this page may be gone in a moment: what is sent then should outlive it. */
  isPageClosing?(): boolean
  /** What the browser reports about the connection, for files that wait for Wi-Fi; without it no file waits. */
  connection?(): NetworkConnection
  notify(notice: SyncNotice): void
  readonly hooks?: DrainHooks
}
