import * as v from 'valibot'
import { changeSchema } from '#contract/sync.ts'
import { applyTotal } from '#data/aggregates.ts'
import { workTransaction } from '#data/work-transaction.ts'
import type { Account } from '#session/account.ts'
import type { SyncDeps } from '../connection/sync-deps.ts'
import { findPageSize, halvePageSize, PAGE_LIMITS } from './page-size.ts'

/**
 * Fetches the stored totals again, from the beginning of the feed, and overwrites what this phone has; totals that the
 * server does not have are deleted. `false` when the connection was lost: the next comparison finds the difference again.
 */
export async function fetchTotals(account: Account, deps: SyncDeps): Promise<boolean> {
  const { db } = account
  // Older than anything the server says, so that its totals are stored again.
  await workTransaction(db, () => db.aggregates.toCollection().modify({ rev: 0 }))
  const size = await findPageSize(account)
  let cursor: string | undefined
  for (;;) {
    const nonce = deps.ports.newId()
    const input = {
      nonce,
      limit: String(size),
      only: 'aggregate' as const,
      ...(cursor !== undefined && { cursor }),
    }
    const outcome = await deps.call('sync.pull', input, PAGE_LIMITS)
    if (outcome.kind === 'too-slow') await halvePageSize(account, size)
    if (outcome.kind !== 'answered' || outcome.value.nonce !== nonce || outcome.value.reset) return false
    const { changes, next, more } = outcome.value
    await workTransaction(db, async () => {
      for (const raw of changes) {
        const parsed = v.safeParse(changeSchema, raw)
        if (parsed.success && parsed.output.t === 'aggregate') await applyTotal(db, parsed.output)
      }
    })
    if (!more) break
    cursor = next
  }
  await workTransaction(db, () => db.aggregates.filter(({ rev }) => rev === 0).delete())
  return true
}
