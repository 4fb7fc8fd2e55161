import type { EndpointAnswer } from '#contract/endpoints.ts'
import { statedEnvironment } from '#domain/fiscal/environment.ts'
import { readZDocument } from '../../gateways/tra/read-z-document.ts'
import { Refusal } from '../../ports/refusal.ts'
import { actedBy, type ServiceContext } from '../../services/context.ts'
import type { DeliveryDeps } from '../../services/fiscal/delivery-deps.ts'
import { resumeIdentity } from '../../services/fiscal/resume-identity.ts'
import { confirmNumbering } from '../../services/recovery/release-numbering.ts'
import { companyScopeFor } from '../../services/scope-for.ts'
import { onlySalesOf } from '../../services/visible-sales.ts'
import { countUndelivered } from '../../storage/fiscal/delivery-queue.ts'
import { type FiscalIdentity, findCompanyIdentity, listIdentities } from '../../storage/fiscal/identities.ts'
import { findOpenHold, getHoldProgress } from '../../storage/fiscal/numbering-holds.ts'
import { listTroubledReceipts } from '../../storage/fiscal/receipts.ts'
import { listZReports } from '../../storage/fiscal/z-reports.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import type { Handlers } from './handler-types.ts'

async function companyIdentity(context: ServiceContext, scope: CompanyScope): Promise<FiscalIdentity> {
  const identity = await findCompanyIdentity(context.db, scope)
  if (identity === undefined) throw new Refusal('FISCAL_IDENTITY_MISSING')
  return identity
}

async function statusOf(
  context: ServiceContext,
  scope: CompanyScope,
): Promise<EndpointAnswer<'fiscal.status'>> {
  const identity = await companyIdentity(context, scope)
  const hold = await findOpenHold(context.db, scope)
  return {
    state: identity.state,
    reason: identity.stateReason,
    waitingReceipts: await countUndelivered(context.db, identity),
    lastContactAt: identity.lastContactAt,
    ...statedEnvironment(identity.environment),
    troubled: await listTroubledReceipts(context.db, scope, onlySalesOf(context)),
    ...(hold && {
      hold: {
        backupAt: hold.backupAt,
        nextGc: identity.counter.nextGc,
        ...(await getHoldProgress(context.db, scope, hold)),
      },
    }),
  }
}

/** The calls about a company's device. `delivery` is what talks to the authority, `undefined` where nothing does. */
export function createFiscalHandlers(
  delivery: () => DeliveryDeps | undefined,
): Pick<Handlers, 'fiscal.status' | 'fiscal.resume' | 'fiscal.z-reports'> {
  return {
    'fiscal.status': async (context, input) => {
      return await statusOf(context, await companyScopeFor(context, 'company.read', input.companyId))
    },
    'fiscal.resume': async (context, input) => {
      const scope = await companyScopeFor(context, 'fiscal-identity.manage', input.companyId)
      const { userId } = context.actor
      const released = await confirmNumbering(context, scope, { userId, lastGc: input.lastGc })
      const identity = await companyIdentity(context, scope)
      const deps = delivery()
      if (deps) await resumeIdentity(deps, identity, actedBy(context))
      else if (!released) throw new Refusal('UNAVAILABLE')
      return await statusOf(context, scope)
    },
    'fiscal.z-reports': async (context, input) => {
      const scope = await companyScopeFor(context, 'z-report.read', input.companyId)
      // A Z report has the totals of the whole company.
      if (onlySalesOf(context) !== undefined) throw new Refusal('FORBIDDEN')
      await companyIdentity(context, scope)
      const identities = new Map((await listIdentities(context.db, scope)).map((one) => [one.id, one]))
      const stored = await listZReports(context.db, scope, input.from, input.to)
      return {
        reports: stored.map(({ report, identityId, signedBytes, delivery: state, acknowledgedAt }) => ({
          day: report.day,
          znumber: report.znumber,
          dailyTotal: report.dailyTotal,
          gross: report.gross,
          discounts: report.discounts,
          ticketsFiscal: report.ticketsFiscal,
          vatTotals: report.vatTotals.map(({ letter, net, tax }) => ({ letter, net, tax })),
          payments: report.payments.map((payment) => ({ ...payment })),
          delivery: state,
          acknowledgedAt,
          environment: identities.get(identityId)?.environment,
          ...readZDocument(signedBytes),
        })),
      }
    },
  }
}
