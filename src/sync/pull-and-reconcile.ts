import type { Account } from '#session/account.ts'
import type { SyncDeps } from './connection/sync-deps.ts'
import { type PullEnd, type PullOptions, pull } from './inbox/pull.ts'
import { completeConfirmedSubmissions } from './outbox/complete-confirmed-submissions.ts'
import { returnCatalogue } from './restore/return-catalogue.ts'
import { returnReceipts } from './restore/return-receipts.ts'

/**
 * Fetches what changed on the server and lets the outbox react: it returns records to a restored server, and completes
 * submissions whose receipt has arrived. The inbox and the outbox do not import each other; this joins them.
 */
export function pullAndReconcile(account: Account, deps: SyncDeps, options: PullOptions): Promise<PullEnd> {
  const { ports } = deps
  return pull(account, deps, {
    ...options,
    onServerRestored: (recover) => returnReceipts(account, ports, recover),
    async onCaughtUp() {
      const returned = await returnCatalogue(account, ports)
      await completeConfirmedSubmissions(account, ports.clock.now())
      return returned
    },
  })
}
