import type { EndpointRequest } from '#contract/endpoints.ts'
import type { Page } from '#contract/pages.ts'
import type { PublishedTips, TaxTip } from '#contract/tax-tips.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { checkTaxTip } from '#domain/tax-tips/tax-tip.ts'
import { Refusal } from '../../ports/refusal.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import {
  findTip,
  listPublishedTips,
  listTips,
  updateTipStatus,
  upsertTip,
} from '../../storage/tax-tips/tax-tips.ts'
import { administrationScope, subjectOf } from '../administration-scope.ts'
import { actedBy, requireRight, type ServiceContext, type Services } from '../context.ts'
import { refuseFields } from '../operations/refuse-fields.ts'
import { pageQuery } from '../page-query.ts'

/** As many as one page shows and a phone keeps. */
const PUBLISHED_TIPS = 50

/** The newest published tips, for everybody. */
export async function readPublishedTips(services: Pick<Services, 'db'>): Promise<PublishedTips> {
  return { tips: await listPublishedTips(services.db, PUBLISHED_TIPS) }
}

/** One page of the tips that the caller may change. */
export async function readTips(
  context: ServiceContext,
  input: EndpointRequest<'tax-tips.list'>,
): Promise<Page<TaxTip>> {
  return await listTips(context.db, requireScope(context), pageQuery(input, '-day'))
}

/** Writes a tip; a new one is a draft. The id of a tip outside the caller's scope is answered like an unknown one. */
export async function saveTip(
  context: ServiceContext,
  { id, fields }: EndpointRequest<'tax-tips.save'>,
): Promise<TaxTip> {
  const scope = requireScope(context)
  const checked = checkTaxTip(fields)
  if (!checked.ok) {
    refuseFields(checked.refusals)
    throw new Refusal('REQUEST_INVALID')
  }
  const at = toInstant(context.clock.now())
  return await inTransaction(context.db, async (tx) => {
    await upsertTip(tx, scope, id, checked.value, at)
    const tip = await findTip(tx, scope, id)
    if (!tip) throw new Refusal('NOT_FOUND')
    await insertAuditEntry(tx, entry(context, at, 'tax-tip.save', tip))
    return tip
  })
}

/** Publishes a tip, or takes it back. */
export async function changeTipStatus(
  context: ServiceContext,
  { id, status }: EndpointRequest<'tax-tips.change-status'>,
): Promise<TaxTip> {
  const scope = requireScope(context)
  const at = toInstant(context.clock.now())
  return await inTransaction(context.db, async (tx) => {
    await updateTipStatus(tx, scope, id, status, at)
    const tip = await findTip(tx, scope, id)
    if (!tip) throw new Refusal('NOT_FOUND')
    await insertAuditEntry(tx, entry(context, at, 'tax-tip.change-status', tip))
    return tip
  })
}

function requireScope(context: ServiceContext) {
  const scope = administrationScope(context)
  requireRight(context, 'tax-tip.manage', subjectOf(scope))
  return scope
}

function entry(context: ServiceContext, at: string, action: string, { id, status }: TaxTip) {
  return {
    companyId: null,
    ...actedBy(context),
    at,
    action,
    subject: `tax-tip:${id}`,
    detail: { status },
  }
}
