import { countPending } from '#data/outbox-entries.ts'
import type { Account } from '#session/account.ts'
import { listDeferredFileKeys } from './attachments/deferred-files.ts'
import type { SyncDeps } from './connection/sync-deps.ts'
import { sendNow } from './run-sync.ts'
import type { SendReport } from './send-report.ts'
import { type AccountStatus, readStatus } from './status.ts'

function reportKind(
  status: AccountStatus,
  before: number,
  connected: boolean,
  deferred: number,
): SendReport['kind'] {
  if (!connected) return 'offline'
  const unsentKind = () => {
    if (status.pendingCount === 0 && status.lostCount === 0)
      return before === 0 ? 'nothing-waits' : 'all-sent'
    if (status.pendingCount <= status.stuckCount) return 'needs-you'
    return deferred > 0 && status.pendingCount - status.stuckCount === deferred ? 'waits-for-wifi' : undefined
  }
  switch (status.online) {
    case 'paused-login':
      return 'log-in'
    case 'company-blocked':
      return status.reason === 'COMPANY_BLOCKED_BY_TRA' ? (unsentKind() ?? 'blocked') : 'stopped'
    case 'upgrade':
      return 'update'
    case 'no-internet':
      return 'no-server'
    case 'online':
      return unsentKind() ?? 'later'
  }
}

/**
 * Sends and fetches because the person asked, regardless of any pause, and reports the result. `retryLater` is called
 * when another page or the worker was fetching, which may have asked before the expected change was there.
 */
export async function sendAndReport(
  account: Account,
  deps: SyncDeps,
  retryLater?: () => void,
): Promise<SendReport> {
  const { db } = account
  const before = await countPending(db)
  const { pulled } = await sendNow(account, deps)
  if (pulled === 'busy') retryLater?.()
  const status = await readStatus(db)
  const remaining = status.pendingCount
  const deferred = await listDeferredFileKeys(db, deps.connection?.())
  const kind = reportKind(status, before, deps.connected?.() !== false, deferred.size)
  return { kind, sent: Math.max(0, before - remaining), remaining }
}
