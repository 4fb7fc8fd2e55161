import type { Action } from '#domain/permissions/can.ts'
import { Refusal } from '../ports/refusal.ts'
import { findOrganizationId } from '../storage/accounts/companies.ts'
import type { CompanyScope } from '../storage/scope.ts'
import { companyScope, requireRight, type ServiceContext } from './context.ts'

/**
 * The company an action is about: the caller's own, or one they name because they look after it (spec §6: organization
 * admins the companies of their organization, platform admins all). A foreign company and an unknown one get the same
 * `FORBIDDEN`; to a platform admin, whom every company is open to, an unknown one is `NOT_FOUND`.
 */
export async function companyScopeFor(
  context: ServiceContext,
  action: Action,
  companyId: string | undefined,
): Promise<CompanyScope> {
  const scope = companyId === undefined ? companyScope(context) : { companyId }
  const isOwn = scope.companyId === context.actor.companyId
  const organizationId = isOwn ? null : await findOrganizationId(context.db, scope)
  requireRight(context, action, { ...scope, organizationId })
  if (!isOwn && organizationId === null) throw new Refusal('NOT_FOUND')
  return scope
}
