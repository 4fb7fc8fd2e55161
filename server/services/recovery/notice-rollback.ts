import { DAY_MS, instantMs, toInstant } from '#domain/calendar/east-africa.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { lockCompanyIdentity, ROLLBACK_REASON } from '../../storage/fiscal/identities.ts'
import { insertHolds } from '../../storage/fiscal/numbering-holds.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { type FeedHead, getFeedHead, updateFeedEpoch } from '../../storage/sync/feed-epoch.ts'
import { findLastExecutedAt } from '../../storage/sync/operations.ts'
import { actedBy, type ServiceContext } from '../context.ts'
import { readCursor } from '../sync/pull-cursor.ts'

/** Phones that sent something in the last days before are awaited, as after a restore. */
const ACTIVE_DAYS = 30
/** What happened this long before the last thing that is known here is asked for as well: giving it back is harmless. */
const MARGIN_MS = DAY_MS

function isAhead(cursorText: string, head: FeedHead): boolean {
  const cursor = readCursor(cursorText)
  return cursor !== undefined && cursor.epoch === head.epoch && cursor.changeId > head.last
}

/**
 * Detects that a phone has seen more of the company's feed than there is. Then the data went back without the
 * restore command: an old disk was put back, or a standby that lacked the latest data took over. Numbering of
 * the company stops before a number is given twice, its feed restarts under a new epoch, and its phones
 * return what is missing here, as after a restore (design D16). Returns whether this was just detected.
 */
export async function noticeRollback(
  context: ServiceContext,
  scope: CompanyScope,
  cursorText: string | undefined,
): Promise<boolean> {
  if (cursorText === undefined || !isAhead(cursorText, await getFeedHead(context.db, scope))) return false
  const epoch = context.newId()
  const at = toInstant(context.clock.now())
  const held = await inTransaction(context.db, async (tx) => {
    await lockCompanyIdentity(tx, scope)
    // Another request may have noticed it while this one waited.
    const head = await getFeedHead(tx, scope)
    if (!isAhead(cursorText, head)) return undefined
    const lastKnown = (await findLastExecutedAt(tx, scope)) ?? at
    const backupAt = toInstant(instantMs(lastKnown) - MARGIN_MS)
    const activeSince = toInstant(instantMs(backupAt) - ACTIVE_DAYS * DAY_MS)
    const restore = { epoch, at, backupAt, activeSince, reason: ROLLBACK_REASON }
    const holds = await insertHolds(tx, restore, scope)
    await updateFeedEpoch(tx, scope, epoch)
    await insertAuditEntry(tx, {
      companyId: scope.companyId,
      ...actedBy(context),
      at,
      action: 'server.rollback',
      subject: `epoch:${epoch}`,
      detail: { before: head.epoch, lastChangeId: head.last, cursor: cursorText },
    })
    return holds
  })
  if (held === undefined) return false
  context.log({
    event: 'server-went-back',
    companyId: scope.companyId,
    epoch,
    held: held.length,
    alert: true,
  })
  return true
}
