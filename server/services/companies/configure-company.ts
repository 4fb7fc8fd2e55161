import { toInstant } from '#domain/calendar/east-africa.ts'
import { checkOwnCompany, type OwnCompany } from '#domain/companies/company-choices.ts'
import type { CompanySettings } from '#domain/settings/company-settings.ts'
import { checkUssdCode } from '#domain/ussd/ussd-code.ts'
import { Refusal } from '../../ports/refusal.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { updateOwnCompany, updateSettings } from '../../storage/accounts/companies.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import { upsertChanges } from '../../storage/sync/changes.ts'
import { actedBy, companyScope, requireRight, type ServiceContext } from '../context.ts'
import { refuseFields } from '../operations/refuse-fields.ts'
import { readCompany } from './read-companies.ts'

/** Stores how the owner's company is reached and what its receipts and payments look like; phones learn it from the feed. */
export async function configureOwnCompany(context: ServiceContext, form: OwnCompany): Promise<void> {
  const scope = companyScope(context)
  requireRight(context, 'company.configure', scope)
  const checked = checkOwnCompany(form)
  if (!checked.ok) {
    refuseFields(checked.refusals)
    throw new Refusal('REQUEST_INVALID')
  }
  await inTransaction(context.db, async (tx) => {
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
