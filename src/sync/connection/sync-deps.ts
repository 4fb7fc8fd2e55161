import type { Caller } from '#api/call.ts'
import type { CallOutcome } from '#api/failure.ts'
import type { PushAnswer } from '#contract/sync.ts'
import type { Ports } from '#data/ports.ts'
import type { NetworkConnection } from '#domain/files/may-upload.ts'
import type { Locks } from '#session/locks.ts'

/** Points at which a test may pause the drain. Empty in the product. */
export type DrainHooks = {
  /** Entries are marked as sending and no request was made yet. */
  'drain:leased'?(opIds: readonly string[]): Promise<void> | void
  /** The answer has arrived and is not stored yet. */
  'drain:answer'?(outcome: CallOutcome<PushAnswer>): Promise<void> | void
  /** A page of the change feed has arrived and is not stored yet. */
  'pull:page'?(): Promise<void> | void
}

export type SyncDeps = {
  readonly ports: Ports
  readonly locks: Locks
  readonly call: Caller
  /** The holder of leases: unique per page or worker. */
  readonly owner: string
  /** False only while the device itself reports that it has no network at all; without it, a network is assumed. */
  connected?(): boolean
  /** True while this page may be closed in a moment: a request that is sent then should outlive it. */
  isPageClosing?(): boolean
  /** What the browser reports about the connection, for files that wait for Wi-Fi; without it no file waits. */
  connection?(): NetworkConnection
  readonly hooks?: DrainHooks
}
