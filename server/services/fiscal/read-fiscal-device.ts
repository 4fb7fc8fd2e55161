import type { FiscalDeviceView, FiscalIdentityView } from '#contract/fiscal-devices.ts'
import type { TraEndpoint } from '../../gateways/tra/gateway.ts'
import { findCertificate } from '../../storage/fiscal/certificates.ts'
import { countUndelivered } from '../../storage/fiscal/delivery-queue.ts'
import { type FiscalIdentity, listIdentities } from '../../storage/fiscal/identities.ts'
import { countRefusedReceipts, findLastReceipt } from '../../storage/fiscal/receipts.ts'
import { countRefusedZReports, findLastZReport } from '../../storage/fiscal/z-reports.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import type { ServiceContext } from '../context.ts'
import { onlySalesOf } from '../visible-sales.ts'
import { isAtEndpoint } from './delivery-deps.ts'
import { toCertificateView } from './upload-certificate.ts'

async function toIdentityView(
  context: ServiceContext,
  endpoint: TraEndpoint | undefined,
  identity: FiscalIdentity & { readonly current: boolean },
): Promise<FiscalIdentityView> {
  const { db } = context
  // The last receipt may be the sale of another operator.
  const last = onlySalesOf(context) === undefined ? await findLastReceipt(db, identity) : undefined
  const report = await findLastZReport(db, identity)
  const { id, environment, current, certKey, registration, registeredDay, counter } = identity
  return {
    ...{ id, environment, current, deviceSerial: certKey, registeredDay },
    reachable: endpoint !== undefined && isAtEndpoint(identity, endpoint),
    regId: registration.regId,
    uin: registration.uin,
    taxOffice: registration.taxOffice,
    state: identity.state,
    reason: identity.stateReason,
    nextGc: counter.nextGc,
    lastReceipt: last ? { rctvnum: last.rctvnum, at: last.issuedAt, total: last.total } : null,
    lastZReport: report ? { day: report.day, delivery: report.delivery } : null,
    lastContactAt: identity.lastContactAt,
    waitingReceipts: await countUndelivered(db, identity),
    refusedReceipts: await countRefusedReceipts(db, identity),
    refusedReports: await countRefusedZReports(db, identity),
  }
}

/**
 * A company's certificates and its registrations at the authority, with counters and queues. Without the right to see all
 * sales there is no last receipt.
 */
export async function readFiscalDevice(
  context: ServiceContext,
  endpoint: TraEndpoint | undefined,
  scope: CompanyScope,
): Promise<FiscalDeviceView> {
  const { db, clock } = context
  const waiting = await findCertificate(db, scope, 'waiting')
  const inUse = await findCertificate(db, scope, 'in_use')
  const identities: FiscalIdentityView[] = []
  for (const identity of await listIdentities(db, scope)) {
    identities.push(await toIdentityView(context, endpoint, identity))
  }
  return {
    environment: endpoint?.environment ?? 'simulator',
    waiting: waiting ? toCertificateView(waiting, clock.now()) : null,
    inUse: inUse ? toCertificateView(inUse, clock.now()) : null,
    identities,
  }
}
