import { isDeepStrictEqual } from 'node:util'
import type { OrganizationRow } from '#contract/administration.ts'
import type { EndpointRequest } from '#contract/endpoints.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { checkOrganization, type OrganizationFields } from '#domain/organizations/check-organization.ts'
import { Refusal } from '../../ports/refusal.ts'
import { findFieldsAtFirst, insertAuditEntry } from '../../storage/accounts/audit.ts'
import {
  findOrganization,
  insertNewOrganization,
  lockOrganization,
  updateOrganization,
} from '../../storage/administration/organizations.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import { administrationScope, subjectOf } from '../administration-scope.ts'
import { actedBy, requireRight, type ServiceContext } from '../context.ts'
import { mergeFields } from '../operations/merge-fields.ts'
import { refuseFields } from '../operations/refuse-fields.ts'

function validate(fields: OrganizationFields): OrganizationFields {
  const checked = checkOrganization(fields)
  if (!checked.ok) {
    refuseFields(checked.refusals)
    throw new Refusal('REQUEST_INVALID')
  }
  return checked.value
}

function fieldsOf({ name, ownerName, ownerPhone, ownerEmail }: OrganizationRow): OrganizationFields {
  return { name, ownerName, ownerPhone, ownerEmail }
}

/**
 * Creates an organization (no `base`) or changes what differs from `base` in one. A request that arrives again changes
 * nothing, however late: its id says which organization it made. A form that was changed after its answer was lost
 * corrects it.
 */
export async function saveOrganization(
  context: ServiceContext,
  { id, base, fields }: EndpointRequest<'organizations.save'>,
): Promise<OrganizationRow> {
  const scope = administrationScope(context)
  requireRight(context, 'organization.save', base === null ? { companyId: null } : subjectOf(scope))
  const at = toInstant(context.clock.now())
  return await inTransaction(context.db, async (tx) => {
    const asked = base === null ? validate(fields) : fields
    const created = base === null && (await insertNewOrganization(tx, id, asked))
    const current = await lockOrganization(tx, scope, id)
    if (!current) throw new Refusal('NOT_FOUND')
    if (!created) {
      const was = fieldsOf(current)
      const from = base ?? (await findFieldsAtFirst(tx, 'organization', id)) ?? was
      const { merged } = mergeFields(was, from, asked)
      if (isDeepStrictEqual(merged, was)) return current
      const valid = validate(merged)
      if (isDeepStrictEqual(valid, was)) return current
      await updateOrganization(tx, id, valid)
    }
    await insertAuditEntry(tx, {
      companyId: null,
      ...actedBy(context),
      organizationId: id,
      at,
      action: created ? 'organization.create' : 'organization.save',
      subject: `organization:${id}`,
      detail: created ? { was: null, is: asked } : { was: fieldsOf(current) },
    })
    return (await findOrganization(tx, scope, id)) ?? current
  })
}
