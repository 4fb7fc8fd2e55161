import type { Kysely, Transaction } from 'kysely'
import type { Database, Db } from '../schema.ts'

/** Companies whose feed grew, `null` when every feed may have. */
export type FeedGrowth = ReadonlySet<string> | null
type Listener = (growth: FeedGrowth) => void

type Collected = { companyIds: Set<string> | null }

const listeners = new WeakMap<object, Listener>()
const collected = new WeakMap<object, Collected>()

/** Calls `listener` after each transaction of this process that let feeds grow, once it is committed. */
export function onFeedGrowth(db: Kysely<Database>, listener: Listener): void {
  listeners.set(db, listener)
}

/**
 * Notes in a transaction that the feed of a company (without one: of all) grows. Nothing is sent inside it, because a
 * NOTIFY makes transactions commit one after the other.
 */
export function noteFeedGrowth(db: Db, companyId?: string): void {
  const growth = collected.get(db)
  if (!growth) return
  if (companyId === undefined) growth.companyIds = null
  else growth.companyIds?.add(companyId)
}

/** Runs the work of a transaction; returns what it did and what to call once that is committed. */
export async function collectFeedGrowth<T>(
  db: Kysely<Database>,
  tx: Transaction<Database>,
  work: (tx: Transaction<Database>) => Promise<T>,
): Promise<{ readonly result: T; readonly afterCommit: () => void }> {
  const growth: Collected = { companyIds: new Set() }
  collected.set(tx, growth)
  const result = await work(tx)
  return {
    result,
    afterCommit: () => {
      const { companyIds } = growth
      if (companyIds === null || companyIds.size > 0) listeners.get(db)?.(companyIds)
    },
  }
}
