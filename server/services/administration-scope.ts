import type { Subject } from '#domain/permissions/can.ts'
import { Refusal } from '../ports/refusal.ts'
import type { AdministrationScope } from '../storage/scope.ts'
import type { ServiceContext } from './context.ts'

/**
 * The companies a caller administers (spec §6): a platform admin all, an organization admin those of the own
 * organization, all others the own company. Refuses an account without any.
 */
export function administrationScope({ actor }: Pick<ServiceContext, 'actor'>): AdministrationScope {
  if (actor.userType === 'platform_admin') return { everything: true }
  if (actor.userType === 'organization_admin' && actor.organizationId !== null) {
    return { organizationId: actor.organizationId }
  }
  if (actor.companyId !== null) return { companyId: actor.companyId }
  throw new Refusal('FORBIDDEN')
}

/** The scope as a whole, as the permission table is asked about it. */
export function subjectOf(scope: AdministrationScope): Subject {
  if ('everything' in scope) return { companyId: null }
  return 'organizationId' in scope ? { companyId: null, organizationId: scope.organizationId } : scope
}
