import type { OrganizationRow } from '#contract/administration.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { Refusal } from '../../ports/refusal.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { findOrganization, updateOrganizationActive } from '../../storage/administration/organizations.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import { administrationScope, subjectOf } from '../administration-scope.ts'
import { actedBy, requireRight, type ServiceContext } from '../context.ts'

/**
 * Enables or disables an organization. The database announces it: all users of it and of its companies lose
 * access within seconds (spec §4); what waits on their phones stays there.
 */
export async function setOrganizationEnabled(
  context: ServiceContext,
  id: string,
  enabled: boolean,
): Promise<OrganizationRow> {
  const scope = administrationScope(context)
  requireRight(context, 'organization.disable', subjectOf(scope))
  return await inTransaction(context.db, async (tx) => {
    const found = await findOrganization(tx, scope, id)
    if (!found) throw new Refusal('NOT_FOUND')
    if (await updateOrganizationActive(tx, id, enabled)) {
      await insertAuditEntry(tx, {
        companyId: null,
        ...actedBy(context),
        organizationId: id,
        at: toInstant(context.clock.now()),
        action: enabled ? 'organization.enable' : 'organization.disable',
        subject: `organization:${id}`,
      })
    }
    return { ...found, active: enabled }
  })
}
