import { useLingui } from '@lingui/react/macro'
import type { UserType } from '#domain/users/user.ts'

/** The name of a role (spec §6). */
export function useRoleName(): (userType: UserType) => string {
  const { t } = useLingui()
  return (userType) => {
    switch (userType) {
      case 'operator':
        return t`Operator`
      case 'company_owner':
        return t`Company owner`
      case 'organization_admin':
        return t`Organization administrator`
      case 'platform_admin':
        return t`Platform administrator`
    }
  }
}
