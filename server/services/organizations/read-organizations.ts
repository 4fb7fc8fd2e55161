import type { OrganizationRow } from '#contract/administration.ts'
import type { EndpointRequest } from '#contract/endpoints.ts'
import type { Page } from '#contract/pages.ts'
import { Refusal } from '../../ports/refusal.ts'
import { findOrganization, listOrganizations } from '../../storage/administration/organizations.ts'
import { administrationScope, subjectOf } from '../administration-scope.ts'
import { requireRight, type ServiceContext } from '../context.ts'
import { pageQuery } from '../page-query.ts'

/** One page of the organizations the caller looks after. */
export async function readOrganizations(
  context: ServiceContext,
  input: EndpointRequest<'organizations.list'>,
): Promise<Page<OrganizationRow>> {
  const scope = administrationScope(context)
  requireRight(context, 'organization.read', subjectOf(scope))
  return await listOrganizations(context.db, scope, pageQuery(input, 'name'))
}

/** One of them; `NOT_FOUND` for a foreign one as for one that does not exist. */
export async function readOrganization(context: ServiceContext, id: string): Promise<OrganizationRow> {
  const scope = administrationScope(context)
  requireRight(context, 'organization.read', subjectOf(scope))
  const organization = await findOrganization(context.db, scope, id)
  if (!organization) throw new Refusal('NOT_FOUND')
  return organization
}
