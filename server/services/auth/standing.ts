import type { Actor } from '#domain/users/user.ts'
import type { UserStanding } from '../../storage/users.ts'
import { Refusal } from '../refusal.ts'

/**
 * Refuses a user who was disabled, or whose company or organization was (spec §4: a disabled operator can no longer
 * do anything).
 */
export function requireGoodStanding(user: UserStanding): void {
  if (user.status !== 'active') throw new Refusal('USER_DISABLED')
  if (user.company_active === false || user.organization_active === false) {
    throw new Refusal('COMPANY_DISABLED')
  }
}

export function toActor(user: UserStanding): Actor {
  return {
    userId: user.id,
    userType: user.user_type,
    companyId: user.company_id,
    organizationId: user.organization_id,
  }
}
