import { guarded } from '#data/guard.ts'
import { countPending } from '#data/outbox-entries.ts'
import type { Account } from '#session/account.ts'
import type { SyncDeps } from './deps.ts'
import { heldLanes } from './files/held-files.ts'
import { sendNow } from './run-sync.ts'
import { type AccountStatus, readStatus } from './status.ts'

/** What became of a wish to send at once; there is always one. `sent` and `left` count operations. */
export type SendAnswer = {
  readonly kind:
    | 'nothing-waits'
    | 'all-sent'
    /** Only what a person has to mend is left. */
    | 'needs-you'
    /** Only files that shall wait for Wi-Fi are left. */
    | 'waits-for-wifi'
    /** Our server took the rest for later, or somebody else on this phone is sending it. */
    | 'later'
    | 'offline'
    | 'no-server'
    | 'log-in'
    | 'blocked'
    /** The server lets nothing of this account through, for another reason than a block by the authority. */
    | 'stopped'
    | 'update'
  readonly sent: number
  readonly left: number
}

function kindOf(status: AccountStatus, before: number, connected: boolean, held: number): SendAnswer['kind'] {
  if (!connected) return 'offline'
  switch (status.online) {
    case 'paused-login':
      return 'log-in'
    case 'company-blocked':
      return status.reason === 'COMPANY_BLOCKED_BY_TRA' ? 'blocked' : 'stopped'
    case 'upgrade':
      return 'update'
    case 'no-internet':
      return 'no-server'
    case 'online':
      if (status.pendingCount === 0) return before === 0 ? 'nothing-waits' : 'all-sent'
      if (status.pendingCount <= status.stuckCount) return 'needs-you'
      return held > 0 && status.pendingCount - status.stuckCount === held ? 'waits-for-wifi' : 'later'
  }
}

/**
 * Sends and fetches because the person asked, whatever pause is on, and says what came of it. `comeBack` is called when
 * somebody else on this phone was fetching, who may have asked before what the person waits for was there.
 */
export async function sendAndTell(
  account: Account,
  deps: SyncDeps,
  comeBack?: () => void,
): Promise<SendAnswer> {
  const { db } = account
  const before = await guarded(db, () => countPending(db))
  const { pulled } = await sendNow(account, deps)
  if (pulled === 'busy') comeBack?.()
  const status = await guarded(db, () => readStatus(db))
  const left = status.pendingCount
  const held = await guarded(db, () => heldLanes(db, deps.line?.()))
  const kind = kindOf(status, before, deps.connected?.() !== false, held.size)
  return { kind, sent: Math.max(0, before - left), left }
}
