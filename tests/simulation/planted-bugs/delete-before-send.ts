import { removeEntries } from '#data/outbox-entries.ts'
import { pushBatch as push } from '#sync/outbox/push-batch.ts'
import { workTransaction } from '#sync/work-transaction.ts'

/** Planted: what is about to be sent leaves the outbox first. */
export const pushBatch: typeof push = async (account, deps, entries, ...rest) => {
  await workTransaction(account.db, () => removeEntries(account.db, entries))
  return push(account, deps, entries, ...rest)
}
