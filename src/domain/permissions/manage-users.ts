import type { Actor, UserStatus, UserType } from '../users/user.ts'

const MANAGED_TYPES: Readonly<Record<UserType, readonly UserType[]>> = {
  platform_admin: ['organization_admin', 'company_owner', 'operator'],
  organization_admin: ['company_owner', 'operator'],
  company_owner: ['operator'],
  operator: [],
}

/** The user types that a user type creates and manages: always lower ones, never its own. */
export function managedTypes(userType: UserType): readonly UserType[] {
  return MANAGED_TYPES[userType]
}

/**
 * Whether `actor` may give a managed user another status. Every manager may enable and disable; only admins may block
 * and unblock (spec §4: active, inactive, blocked).
 */
export function mayChangeStatus(actor: Pick<Actor, 'userType'>, from: UserStatus, to: UserStatus): boolean {
  return actor.userType !== 'company_owner' || (from !== 'blocked' && to !== 'blocked')
}

/** The accounts that a person sees. */
export type UserVisibility =
  | { readonly kind: 'all' }
  | { readonly kind: 'organization'; readonly organizationId: string }
  | { readonly kind: 'company'; readonly companyId: string }
  | { readonly kind: 'self'; readonly userId: string }

/**
 * The accounts that `actor` sees (spec §6, design D7): a platform admin all, an organization admin those of the
 * organization and its companies, an owner those of the own company, everybody else only the own.
 */
export function visibleUsers(actor: Actor): UserVisibility {
  if (actor.userType === 'platform_admin') return { kind: 'all' }
  if (actor.userType === 'organization_admin' && actor.organizationId !== null) {
    return { kind: 'organization', organizationId: actor.organizationId }
  }
  if (actor.userType === 'company_owner' && actor.companyId !== null) {
    return { kind: 'company', companyId: actor.companyId }
  }
  return { kind: 'self', userId: actor.userId }
}
