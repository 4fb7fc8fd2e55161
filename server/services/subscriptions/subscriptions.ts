import { isDeepStrictEqual } from 'node:util'
import type { EndpointRequest } from '#contract/endpoints.ts'
import type { Subscription } from '#contract/subscription-endpoints.ts'
import { fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import type { Action } from '#domain/permissions/can.ts'
import { checkSubscriptionPayment } from '#domain/subscription/check-payment.ts'
import { Refusal } from '../../ports/refusal.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { isCompanyInScope } from '../../storage/administration/companies.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { Db } from '../../storage/schema.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import {
  cancelSubscriptionPayment,
  insertSubscriptionPayment,
  listSubscriptionPayments,
} from '../../storage/subscriptions/payments.ts'
import { administrationScope, subjectOf } from '../administration-scope.ts'
import type { AuthServices } from '../auth/auth-services.ts'
import { actedBy, requireRight, type ServiceContext } from '../context.ts'
import { refuseFields } from '../operations/refuse-fields.ts'
import { readPrices } from './read-prices.ts'

/** The company as the scope of a query; `NOT_FOUND` for a foreign one as for one that does not exist. */
async function companyOf(context: ServiceContext, action: Action, companyId: string): Promise<CompanyScope> {
  const scope = administrationScope(context)
  requireRight(context, action, subjectOf(scope))
  if (!(await isCompanyInScope(context.db, scope, companyId))) throw new Refusal('NOT_FOUND')
  return { companyId }
}

async function answer(services: AuthServices, db: Db, company: CompanyScope | null): Promise<Subscription> {
  return {
    payments: company === null ? [] : await listSubscriptionPayments(db, company),
    prices: await readPrices(services),
    payTo: [...services.provider.payTo],
    contact: services.contact,
  }
}

/** What a company paid, and how it pays; without a company only the latter. */
export async function readSubscription(
  services: AuthServices,
  context: ServiceContext,
  asked: string | undefined,
): Promise<Subscription> {
  const companyId = asked ?? context.actor.companyId
  const company = companyId === null ? null : await companyOf(context, 'subscription.read', companyId)
  return await answer(services, context.db, company)
}

/**
 * Records money that the provider received from a company. A request that arrives again records nothing; one with the id
 * of a payment that has other values is refused: the form was changed after its answer was lost.
 */
export async function recordPayment(
  services: AuthServices,
  context: ServiceContext,
  { id, companyId, fields }: EndpointRequest<'subscription.record-payment'>,
): Promise<Subscription> {
  const company = await companyOf(context, 'subscription.manage', companyId)
  const at = toInstant(context.clock.now())
  const checked = checkSubscriptionPayment(fields, fiscalDayOf(at))
  if (!checked.ok) {
    refuseFields(checked.refusals)
    throw new Refusal('REQUEST_INVALID')
  }
  const payment = checked.value
  return await inTransaction(context.db, async (tx) => {
    const by = context.actor.userId
    if (await insertSubscriptionPayment(tx, company, id, payment, { by, at })) {
      const { day, years, installation, amount } = payment
      await audit(tx, context, company, 'subscription.record-payment', id, {
        ...{ day, years, installation, amount },
      })
    } else {
      const recorded = await listSubscriptionPayments(tx, company)
      const same = recorded.some((one) => isDeepStrictEqual(one, { ...payment, id, canceled: one.canceled }))
      if (!same) throw new Refusal('SUBSCRIPTION_PAYMENT_RECORDED')
    }
    return await answer(services, tx, company)
  })
}

/** Takes a payment out of the count that was entered by mistake; it stays in the list. */
export async function cancelPayment(
  services: AuthServices,
  context: ServiceContext,
  { id, companyId }: EndpointRequest<'subscription.cancel-payment'>,
): Promise<Subscription> {
  const company = await companyOf(context, 'subscription.manage', companyId)
  return await inTransaction(context.db, async (tx) => {
    const payments = await listSubscriptionPayments(tx, company)
    if (!payments.some((payment) => payment.id === id)) throw new Refusal('NOT_FOUND')
    if (await cancelSubscriptionPayment(tx, company, id)) {
      await audit(tx, context, company, 'subscription.cancel-payment', id, {})
    }
    return await answer(services, tx, company)
  })
}

async function audit(
  db: Db,
  context: ServiceContext,
  { companyId }: CompanyScope,
  action: string,
  id: string,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  await insertAuditEntry(db, {
    companyId,
    ...actedBy(context),
    at: toInstant(context.clock.now()),
    action,
    subject: `subscription-payment:${id}`,
    detail,
  })
}
