import { deleteEntries } from '#data/outbox-entries.ts'
import { workTransaction } from '#data/work-transaction.ts'
import { pushBatch as push } from '#sync/outbox/push-batch.ts'

/** Planted: what is about to be sent leaves the outbox first. */
export const pushBatch: typeof push = async (account, deps, entries, ...rest) => {
  await workTransaction(account.db, () => deleteEntries(account.db, entries))
  return push(account, deps, entries, ...rest)
}
