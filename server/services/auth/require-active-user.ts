import type { Actor } from '#domain/users/user.ts'
import { Refusal } from '../../ports/refusal.ts'
import type { UserWithTenantStatus } from '../../storage/accounts/users.ts'

/**
 * Refuses a user who was disabled, or whose company or organization was (spec §4: a disabled operator can no longer
 * do anything).
 */
export function requireActiveUser(user: UserWithTenantStatus): void {
  if (user.status !== 'active') throw new Refusal('USER_DISABLED')
  if (user.company_active === false || user.organization_active === false) {
    throw new Refusal('COMPANY_DISABLED')
  }
}

export function toActor(user: UserWithTenantStatus): Actor {
  return {
    userId: user.id,
    userType: user.user_type,
    companyId: user.company_id,
    organizationId: user.organization_id,
  }
}
