import type { AccountDatabase } from './account-database.ts'
import { listUnsent } from './outbox-entries.ts'
import { isOnItsWay } from './outbox-entry.ts'

/** Unsent work by what it waits for. */
export type UnsentKinds = {
  /** Operations that are sent by themselves, also under the delivery grant of a person who is logged out. */
  readonly operations: number
  /** Contents of photos and files, which only a person who is logged in sends. */
  readonly files: number
  /** What needs a person, and what waits for that. */
  readonly stuck: number
}

export async function countUnsentKinds(db: AccountDatabase): Promise<UnsentKinds> {
  const unsent = await listUnsent(db, Number.POSITIVE_INFINITY)
  const waiting = unsent.filter(isOnItsWay)
  const files = waiting.filter(({ lane }) => lane.startsWith('file:')).length
  return { operations: waiting.length - files, files, stuck: unsent.length - waiting.length }
}
