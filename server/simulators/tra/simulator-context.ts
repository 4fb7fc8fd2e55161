import { createPublicKey, type KeyObject } from 'node:crypto'
import type { FaultInjector } from './faults.ts'
import type { Journal } from './journal.ts'
import { applyEntry, type Ledger } from './ledger.ts'
import type { LedgerEntry } from './ledger-entries.ts'
import type { SimulatorIdentity } from './simulator-identity.ts'

/** All that a handler of the simulator works with. */
export type SimulatorContext = {
  ledger: Ledger
  journal: Journal
  faults: FaultInjector
  identity: SimulatorIdentity
  baseClock: { now(): number }
  publicUrl: string
  log: (event: object) => void
  /** Aborted when the simulator stops, so that no request waits for an injected latency. */
  stopping: AbortSignal
}

/** The simulator's time in milliseconds: the clock it was given, shifted or frozen by the control API. */
export function nowOf(context: SimulatorContext): number {
  const { offsetMs, frozenAtMs } = context.ledger.settings.clock
  return frozenAtMs ?? context.baseClock.now() + offsetMs
}

/**
 * Changes ledger and journal together. The change is visible at once and the promise resolves when it is durable;
 * entries recorded later become durable later, so waiting for the last one covers all before it.
 */
export function commitEntries(context: SimulatorContext, entries: readonly LedgerEntry[]): Promise<void> {
  const durable = context.journal.append(entries)
  for (const entry of entries) applyEntry(context.ledger, entry)
  return durable
}

const publicKeys = new Map<string, KeyObject>()

export function publicKeyOf({ certificatePem }: { certificatePem: string }): KeyObject {
  const known = publicKeys.get(certificatePem)
  if (known !== undefined) return known
  const key = createPublicKey(certificatePem)
  publicKeys.set(certificatePem, key)
  return key
}
