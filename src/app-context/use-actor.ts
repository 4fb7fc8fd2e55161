import type { Actor } from '#domain/users/user.ts'
import { useAppContext } from './app-context.ts'

/** The signed-in person in the form that the permission table (`can`) expects. */
export function useActor(): Actor {
  const { id, user_type, company_id, organization_id } = useAppContext().session.user
  return { userId: id, userType: user_type, companyId: company_id, organizationId: organization_id }
}
