import type { Actor } from '#domain/users/user.ts'
import { useAppContext } from './app-context.ts'

/** The signed-in person as the permission table (`can`) is asked about. */
export function useActor(): Actor {
  const { id, user_type, company_id, organization_id } = useAppContext().session.user
  return { userId: id, userType: user_type, companyId: company_id, organizationId: organization_id }
}
