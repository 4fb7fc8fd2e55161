import { clearWaits } from '../../storage/delivery-queue.ts'
import {
  type FiscalIdentity,
  keepIdentityState,
  lockCompanyIdentity,
} from '../../storage/fiscal-identities.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import { reopenZReports } from '../../storage/z-reports.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import { mayReach } from './delivery-deps.ts'
import { renewIdentity } from './register-identity.ts'
import { askStanding } from './standing.ts'

/** Registers an ended device again, under the same key. The pending receipts keep their numbers. */
async function registerAgain(deps: DeliveryDeps, identity: FiscalIdentity): Promise<void> {
  const { services, tra, endpoint } = deps
  const { tin, certKey, certSerialHeader } = identity
  const privateKeyPem = services.sealer.open(identity.sealedPrivateKey)
  const outcome = await tra.register(endpoint, { tin, certKey, certSerialHeader, privateKeyPem })
  if (outcome.kind !== 'accepted') {
    services.log({ event: 'fiscal-registration-failed', identityId: identity.id, outcome: outcome.kind })
    return
  }
  await deps.shelfOf(identity.id).drop()
  await inTransaction(services.db, async (tx) => {
    const locked = await lockCompanyIdentity(tx, { companyId: identity.companyId })
    if (locked !== undefined) await renewIdentity(services, tx, locked, outcome.value)
  })
}

/**
 * Lets a device go on after a person mended what stopped it: asks the authority how it stands, registers an ended one
 * again, and opens the waiting receipts and refused Z reports for another attempt, their bytes unchanged.
 */
export async function resumeIdentity(deps: DeliveryDeps, identity: FiscalIdentity): Promise<void> {
  if (!mayReach(deps, identity)) return
  if (identity.state === 'ended') await registerAgain(deps, identity)
  await askStanding(deps, identity.id)
  const { db } = deps.services
  await inTransaction(db, async (tx) => {
    const locked = await lockCompanyIdentity(tx, { companyId: identity.companyId })
    if (locked === undefined) return
    if (locked.state === 'stopped') await keepIdentityState(tx, locked.id, 'active', '')
    await clearWaits(tx, locked.id)
    await reopenZReports(tx, locked.id)
  })
  await deps.services.wakeSubmission(identity.id)
}
