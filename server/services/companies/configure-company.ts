import type { EndpointRequest } from '#contract/endpoints.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import {
  checkOwnCompany,
  mergePaymentTypes,
  type OwnCompany,
  ownCompanyOf,
} from '#domain/companies/company-choices.ts'
import type { CompanySettings } from '#domain/settings/company-settings.ts'
import { checkUssdCode } from '#domain/ussd/ussd-code.ts'
import { Refusal } from '../../ports/refusal.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { getCompanyRecord, updateOwnCompany, updateSettings } from '../../storage/accounts/companies.ts'
import { lockCompany } from '../../storage/administration/companies.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { Db } from '../../storage/schema.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { upsertChanges } from '../../storage/sync/changes.ts'
import { actedBy, companyScope, requireRight, type ServiceContext } from '../context.ts'
import { mergeFields } from '../operations/merge-fields.ts'
import { refuseFields } from '../operations/refuse-fields.ts'
import { readCompany } from './read-companies.ts'

async function mergeOwn(
  tx: Db,
  scope: CompanyScope,
  base: OwnCompany,
  form: OwnCompany,
): Promise<OwnCompany> {
  const { company } = await getCompanyRecord(tx, scope)
  const [current, from, to] = [ownCompanyOf(company), normalized(base), normalized(form)]
  const paymentTypes = mergePaymentTypes(current.paymentTypes, from.paymentTypes, to.paymentTypes)
  return { ...mergeFields(current, from, to).merged, paymentTypes }
}

/** The page as it would be stored; as it is where it is refused. */
function normalized(form: OwnCompany): OwnCompany {
  const checked = checkOwnCompany(form)
  return checked.ok ? checked.value : form
}

/**
 * Stores how the owner's company is reached and what its receipts and payments look like: what differs from `base`,
 * because another owner may have changed the rest meanwhile. Phones learn it from the feed.
 */
export async function configureOwnCompany(
  context: ServiceContext,
  { base, ...form }: EndpointRequest<'company.configure'>,
): Promise<void> {
  const scope = companyScope(context)
  requireRight(context, 'company.configure', scope)
  await inTransaction(context.db, async (tx) => {
    await lockCompany(tx, scope)
    const checked = checkOwnCompany(base ? await mergeOwn(tx, scope, base, form) : form)
    if (!checked.ok) {
      refuseFields(checked.refusals)
      throw new Refusal('REQUEST_INVALID')
    }
    await updateOwnCompany(tx, scope, checked.value)
    await insertAuditEntry(tx, {
      companyId: scope.companyId,
      ...actedBy(context),
      at: toInstant(context.clock.now()),
      action: 'company.configure',
      subject: `company:${scope.companyId}`,
    })
    await upsertChanges(tx, scope, [{ t: 'company', id: scope.companyId }])
  })
}

/**
 * Chooses between the two readings of the specification for one company. Only the platform does; phones learn it from
 * the feed.
 */
export async function chooseReadings(
  context: ServiceContext,
  id: string,
  chosen: CompanySettings,
): Promise<void> {
  const scope = { companyId: id }
  requireRight(context, 'company.choose-readings', scope)
  const checked = checkUssdCode(chosen)
  if ('refusal' in checked) throw new Refusal('USSD_DIAL_CODE', { fields: [checked.refusal] })
  const { settings } = checked
  await readCompany(context, id)
  await inTransaction(context.db, async (tx) => {
    if (!(await updateSettings(tx, scope, settings))) return
    await insertAuditEntry(tx, {
      companyId: id,
      ...actedBy(context),
      at: toInstant(context.clock.now()),
      action: 'company.choose-readings',
      subject: `company:${id}`,
      detail: { settings },
    })
    await upsertChanges(tx, scope, [{ t: 'company', id }])
  })
}
