import { expect, it } from 'vitest'
import { approvingOwners } from '#features/invoices/view/approving-owners.ts'
import type { DeviceUser } from '#session/device-users.ts'

const OWNER: DeviceUser = {
  id: 'owner',
  companyId: 'company',
  name: 'Neema Mfano',
  username: 'neema',
  userType: 'company_owner',
  companyName: 'Duka la Mfano',
  unsent: 0,
  signInMethod: 'password',
  hasPin: true,
}

it('an owner approves also when this phone still has the earlier name of the company for the owner', () => {
  const earlier = { ...OWNER, id: 'earlier', companyName: 'Duka la Zamani' }
  expect(approvingOwners([OWNER, earlier], 'company')).toEqual([OWNER, earlier])
})

it('neither an operator, an owner without a PIN, nor the owner of another company of that name approves', () => {
  const others: DeviceUser[] = [
    { ...OWNER, userType: 'operator' },
    { ...OWNER, hasPin: false },
    { ...OWNER, companyId: 'another' },
  ]
  expect(approvingOwners(others, 'company')).toEqual([])
})
