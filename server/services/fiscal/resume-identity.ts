import { toInstant } from '#domain/calendar/east-africa.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { clearNextAttempts } from '../../storage/fiscal/delivery-queue.ts'
import { bringForward } from '../../storage/fiscal/due-work.ts'
import {
  type FiscalIdentity,
  lockCompanyIdentity,
  updateIdentityState,
} from '../../storage/fiscal/identities.ts'
import { requeueZReports } from '../../storage/fiscal/z-reports.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import { upsertChanges } from '../../storage/sync/changes.ts'
import type { actedBy } from '../context.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import { isRegisteredAtEndpoint } from './delivery-deps.ts'
import { refreshIdentityStatus } from './identity-status.ts'
import { renewIdentity } from './save-registration.ts'

/** Registers an ended device again, under the same key. The pending receipts keep their numbers. */
async function registerAgain(deps: DeliveryDeps, identity: FiscalIdentity): Promise<void> {
  const { services, tra, endpoint } = deps
  const { tin, certKey, certSerialHeader } = identity
  const privateKeyPem = services.encryption.decrypt(identity.encryptedPrivateKey)
  const outcome = await tra.register(endpoint, { tin, certKey, certSerialHeader, privateKeyPem })
  if (outcome.kind !== 'accepted') {
    services.log({ event: 'fiscal-registration-failed', identityId: identity.id, outcome: outcome.kind })
    return
  }
  await deps.tokenStoreOf(identity.id).delete()
  await inTransaction(services.db, async (tx) => {
    const locked = await lockCompanyIdentity(tx, { companyId: identity.companyId })
    if (locked === undefined) return
    await renewIdentity(services, tx, locked, outcome.value)
    // The rates it named reach the phones with the company.
    await upsertChanges(tx, { companyId: locked.companyId }, [{ t: 'company', id: locked.companyId }])
  })
}

/**
 * Resumes a device after a person has removed the cause of its stop: queries the device's status, registers
 * it again if its registration ended, and opens the waiting receipts and refused Z reports for another
 * attempt with the same bytes. The audit trail records who did it (spec §6: the owner for the own company, a
 * platform admin for any).
 */
export async function resumeIdentity(
  deps: DeliveryDeps,
  identity: FiscalIdentity,
  by: ReturnType<typeof actedBy>,
): Promise<void> {
  await insertAuditEntry(deps.services.db, {
    companyId: identity.companyId,
    ...by,
    at: toInstant(deps.services.clock.now()),
    action: 'fiscal-identity.resume',
    subject: `fiscal-identity:${identity.id}`,
    detail: { state: identity.state, reason: identity.stateReason },
  })
  if (!isRegisteredAtEndpoint(deps, identity)) return
  if (identity.state === 'ended') await registerAgain(deps, identity)
  await refreshIdentityStatus(deps, identity)
  const { db } = deps.services
  await inTransaction(db, async (tx) => {
    const locked = await lockCompanyIdentity(tx, { companyId: identity.companyId })
    if (locked === undefined) return
    if (locked.state === 'stopped') await updateIdentityState(tx, locked, 'active', '')
    const at = toInstant(deps.services.clock.now())
    await clearNextAttempts(tx, locked)
    await requeueZReports(tx, locked)
    for (const work of ['send', 'close'] as const)
      await bringForward(tx, { companyId: locked.companyId }, locked.id, work, at)
  })
  await deps.services.wakeSubmission(identity.id)
}
