import { authorityCode, type ErrorCode } from '#contract/error-codes.ts'
import { type Instant, instantMs, toInstant } from '#domain/calendar/east-africa.ts'
import type { Registration } from '#domain/fiscal/registration.ts'
import { certSerialHeader } from '../../gateways/tra/cert-serial.ts'
import type { DeviceIdentity, TraOutcome } from '../../gateways/tra/gateway.ts'
import { Refusal } from '../../ports/refusal.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { findCompany } from '../../storage/accounts/companies.ts'
import { updateCompanySerial } from '../../storage/administration/companies.ts'
import {
  findCertificate,
  lockCertificates,
  updateCertificateInUse,
} from '../../storage/fiscal/certificates.ts'
import type { FiscalIdentity } from '../../storage/fiscal/identities.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { upsertChanges } from '../../storage/sync/changes.ts'
import { actedBy, type ServiceContext } from '../context.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import { refreshIdentityStatus } from './identity-status.ts'
import { saveRegistration } from './save-registration.ts'

type WaitingCertificate = {
  readonly id: string
  readonly deviceSerial: string
  readonly device: DeviceIdentity
}

/** The certificate that waits, opened; refuses when there is none or it ended meanwhile. */
async function openWaiting(
  context: ServiceContext,
  scope: CompanyScope,
  now: Instant,
): Promise<WaitingCertificate> {
  const certificate = await findCertificate(context.db, scope, 'waiting')
  const company = await findCompany(context.db, scope)
  if (!company || certificate === undefined) throw new Refusal('CERTIFICATE_MISSING')
  if (instantMs(certificate.notAfter) <= instantMs(now)) throw new Refusal('CERTIFICATE_EXPIRED')
  const { id, deviceSerial, serialHex, encryptedPrivateKey } = certificate
  const device = {
    tin: company.company.tin,
    certKey: deviceSerial,
    certSerialHeader: certSerialHeader(serialHex),
    privateKeyPem: context.encryption.decrypt(encryptedPrivateKey),
  }
  return { id, deviceSerial, device }
}

/** The code under which a registration that did not come about is shown; the authority's words go with it. */
function refuseRegistration(
  outcome: Exclude<TraOutcome<Registration>, { readonly kind: 'accepted' }>,
): never {
  const code: ErrorCode =
    outcome.kind === 'refused'
      ? authorityCode(outcome.code)
      : outcome.kind === 'unknown'
        ? 'REGISTRATION_NO_ANSWER'
        : 'TRA_CERTIFICATE_REFUSED'
  const message = outcome.kind === 'refused' ? outcome.message : ''
  throw new Refusal(code, { data: { message } })
}

/**
 * Registers a company's device at this server's authority with the certificate that waits, which signs from
 * then on. Counters continue; receipts in the queue keep their bytes. Refuses with the authority's code.
 */
export async function registerDevice(
  context: ServiceContext,
  deps: DeliveryDeps,
  scope: CompanyScope,
): Promise<void> {
  const at = toInstant(context.clock.now())
  const waiting = await openWaiting(context, scope, at)
  const outcome = await deps.tra.register(deps.endpoint, waiting.device)
  if (outcome.kind !== 'accepted') {
    context.log({ event: 'fiscal-registration-failed', companyId: scope.companyId, outcome: outcome.kind })
    refuseRegistration(outcome)
  }
  const identity = await inTransaction(context.db, async (tx): Promise<FiscalIdentity | undefined> => {
    await lockCertificates(tx, scope)
    const still = await findCertificate(tx, scope, 'waiting')
    // Two people pressed the button: the first registration counts.
    if (still?.id !== waiting.id) return undefined
    const saved = await saveRegistration(context, tx, deps.endpoint, scope, waiting.device, outcome.value)
    await updateCertificateInUse(tx, scope, waiting.id)
    await updateCompanySerial(tx, scope, waiting.deviceSerial)
    await insertAuditEntry(tx, {
      companyId: scope.companyId,
      ...actedBy(context),
      at,
      action: 'fiscal-identity.register',
      subject: `fiscal-identity:${saved.id}`,
      detail: {
        environment: deps.endpoint.environment,
        deviceSerial: waiting.deviceSerial,
        certificateId: waiting.id,
        nextGc: saved.counter.nextGc,
      },
    })
    await upsertChanges(tx, scope, [{ t: 'company', id: scope.companyId }])
    return saved
  })
  if (identity === undefined) return
  await deps.tokenStoreOf(identity.id).delete()
  await refreshIdentityStatus(deps, identity)
  await context.wakeSubmission(identity.id)
}
