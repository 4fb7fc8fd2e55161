import type { CompanyDetails } from '#contract/administration.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { Refusal } from '../../ports/refusal.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { findCompanyDetails, updateCompanyActive } from '../../storage/administration/companies.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import { upsertChanges } from '../../storage/sync/changes.ts'
import { administrationScope, subjectOf } from '../administration-scope.ts'
import { actedBy, requireRight, type ServiceContext } from '../context.ts'

/**
 * Enables or disables a company. The database announces it: all its users lose access within seconds on every
 * device (spec §4), and what they have not sent waits on their phones until it is enabled again.
 */
export async function setCompanyEnabled(
  context: ServiceContext,
  id: string,
  enabled: boolean,
): Promise<CompanyDetails> {
  const scope = administrationScope(context)
  requireRight(context, 'company.disable', subjectOf(scope))
  const company = { companyId: id }
  return await inTransaction(context.db, async (tx) => {
    const found = await findCompanyDetails(tx, scope, id)
    if (!found) throw new Refusal('NOT_FOUND')
    if (await updateCompanyActive(tx, company, enabled)) {
      await insertAuditEntry(tx, {
        companyId: id,
        ...actedBy(context),
        at: toInstant(context.clock.now()),
        action: enabled ? 'company.enable' : 'company.disable',
        subject: `company:${id}`,
      })
      await upsertChanges(tx, company, [{ t: 'company', id }])
    }
    return { ...found, active: enabled }
  })
}
