import type { DeviceUser } from '#session/device-users.ts'

/**
 * The people of this phone who may approve by PIN: owners of the company. It is compared by its id: a name that was
 * changed reaches the other accounts of the phone only with their next login.
 */
export function approvingOwners(people: readonly DeviceUser[], companyId: string | null): DeviceUser[] {
  return people.filter((one) => one.userType === 'company_owner' && one.hasPin && one.companyId === companyId)
}
