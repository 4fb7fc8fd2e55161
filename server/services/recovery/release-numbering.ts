import { fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import {
  type FiscalIdentity,
  lockCompanyIdentity,
  updateCounter,
  updateIdentityState,
} from '../../storage/fiscal/identities.ts'
import {
  findOpenHold,
  getHoldProgress,
  type HoldProgress,
  listCompaniesToRelease,
  type NumberingHold,
  updateHoldReleased,
} from '../../storage/fiscal/numbering-holds.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { Db } from '../../storage/schema.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { isServerFault } from '../../storage/sql-errors.ts'
import type { Services } from '../context.ts'

type Confirmed = {
  readonly userId: string
  /** Highest number that the authority's own records show. */
  readonly lastGc: number | undefined
}

async function releaseHold(
  services: Services,
  tx: Db,
  identity: FiscalIdentity,
  hold: NumberingHold,
  confirmed: Confirmed | null,
  progress: HoldProgress,
): Promise<void> {
  const at = toInstant(services.clock.now())
  const { counter } = identity
  const skipped = Math.max((confirmed?.lastGc ?? 0) + 1 - counter.nextGc, 0)
  if (skipped > 0) {
    // The server does not have those receipts. Counting them as today's at worst skips daily numbers.
    const day = fiscalDayOf(at)
    const dc = (counter.day === day ? counter.dc : 0) + skipped
    await updateCounter(tx, identity, { ...counter, nextGc: counter.nextGc + skipped, day, dc })
  }
  await updateHoldReleased(tx, identity, hold, at, confirmed?.userId ?? null)
  if (identity.state === 'held') {
    const { priorState, priorReason } = hold
    await updateIdentityState(tx, identity, priorState === 'held' ? 'active' : priorState, priorReason)
  }
  await insertAuditEntry(tx, {
    companyId: identity.companyId,
    userId: confirmed?.userId ?? null,
    at,
    action: 'fiscal-identity.release',
    subject: `fiscal-identity:${identity.id}`,
    detail: { nextGc: counter.nextGc + skipped, skipped, ...progress },
  })
}

/**
 * Gives numbers again because a person says so: phones that never come back must not stop a shop for ever. `lastGc`
 * is what the authority's own records show; no number up to it is given again. Returns whether there was a hold.
 */
export async function confirmNumbering(
  services: Services,
  scope: CompanyScope,
  confirmed: Confirmed,
): Promise<boolean> {
  return await inTransaction(services.db, async (tx) => {
    const identity = await lockCompanyIdentity(tx, scope)
    const hold = await findOpenHold(tx, scope)
    if (identity === undefined || hold === undefined) return false
    await releaseHold(services, tx, identity, hold, confirmed, await getHoldProgress(tx, scope, hold))
    return true
  })
}

/**
 * Whether the phones have returned everything: every phone that worked in the time before the backup has come
 * back, there is at least one, no number is missing between the first doubtful one and the last, and
 * everything they saw acknowledged is on the authority's portal.
 */
export function isReconciled(progress: HoldProgress): boolean {
  return (
    progress.devicesAwaited === 0 &&
    progress.devicesReturned > 0 &&
    progress.missing.length === 0 &&
    progress.unproved === 0
  )
}

/** Ends the hold of a company if its phones have cleared it up. Returns the identity that may send again. */
async function releaseIfReconciled(services: Services, scope: CompanyScope): Promise<string | undefined> {
  return await inTransaction(services.db, async (tx) => {
    const identity = await lockCompanyIdentity(tx, scope)
    const hold = await findOpenHold(tx, scope)
    if (identity === undefined || hold === undefined) return undefined
    const progress = await getHoldProgress(tx, scope, hold)
    if (!isReconciled(progress)) return undefined
    await releaseHold(services, tx, identity, hold, null, progress)
    return identity.id
  })
}

/** Ends the holds that the phones have cleared up. Returns the identities that may send again. */
export async function releaseReconciledHolds(services: Services): Promise<string[]> {
  const released: string[] = []
  for (const companyId of await listCompaniesToRelease(services.db)) {
    try {
      const identityId = await releaseIfReconciled(services, { companyId })
      if (identityId !== undefined) released.push(identityId)
    } catch (error) {
      if (isServerFault(error)) throw error
      // The hold of one company must not keep the others from selling.
      services.log({ event: 'hold-not-released', companyId, error, alert: true })
    }
  }
  return released
}
