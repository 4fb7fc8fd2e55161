import type { Action } from '#domain/permissions/can.ts'
import { findOrganizationId } from '../storage/accounts/companies.ts'
import type { CompanyScope } from '../storage/scope.ts'
import { companyScope, requireRight, type ServiceContext } from './context.ts'

/**
 * The company somebody wants to read: their own, or one they name because they look after it (spec §6: organization
 * admins read the companies of their organization). A foreign company and an unknown one get the same `FORBIDDEN`.
 */
export async function scopeToRead(
  context: ServiceContext,
  action: Action,
  companyId: string | undefined,
): Promise<CompanyScope> {
  const scope = companyId === undefined ? companyScope(context) : { companyId }
  const isOwn = scope.companyId === context.actor.companyId
  const organizationId = isOwn ? null : await findOrganizationId(context.db, scope)
  requireRight(context, action, { ...scope, organizationId })
  return scope
}
