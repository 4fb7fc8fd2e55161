import type { CompanyDetails, CompanyRow } from '#contract/administration.ts'
import type { EndpointRequest } from '#contract/endpoints.ts'
import type { Page } from '#contract/pages.ts'
import { Refusal } from '../../ports/refusal.ts'
import { findCompanyDetails, listCompanies } from '../../storage/administration/companies.ts'
import { administrationScope, subjectOf } from '../administration-scope.ts'
import { requireRight, type ServiceContext } from '../context.ts'
import { pageQuery } from '../page-query.ts'

/** One page of the companies the caller looks after: all for a platform admin, own ones for an organization admin. */
export async function readCompanies(
  context: ServiceContext,
  input: EndpointRequest<'companies.list'>,
): Promise<Page<CompanyRow>> {
  const scope = administrationScope(context)
  requireRight(context, 'company.save', subjectOf(scope))
  const query = { ...pageQuery(input, 'name' as const), organizationId: input.organizationId }
  return await listCompanies(context.db, scope, query)
}

/** One company as its page shows it; `NOT_FOUND` for a foreign one as for one that does not exist. */
export async function readCompany(context: ServiceContext, id: string): Promise<CompanyDetails> {
  const scope = administrationScope(context)
  requireRight(context, 'company.read', subjectOf(scope))
  const company = await findCompanyDetails(context.db, scope, id)
  if (!company) throw new Refusal('NOT_FOUND')
  return company
}
