import { describe, expect, test } from 'vitest'
import { managedTypes, mayChangeStatus, visibleUsers } from '#domain/permissions/manage-users.ts'
import { type Actor, USER_TYPES } from '#domain/users/user.ts'

const actor = (userType: Actor['userType']): Actor => ({
  userId: 'u',
  userType,
  companyId: userType === 'operator' || userType === 'company_owner' ? 'c' : null,
  organizationId: userType === 'organization_admin' ? 'o' : null,
})

describe('who manages whom (spec §6)', () => {
  test('a user manages only kinds of account below the own', () => {
    expect(USER_TYPES.map((type) => [type, managedTypes(type)])).toEqual([
      ['platform_admin', ['organization_admin', 'company_owner', 'operator']],
      ['organization_admin', ['company_owner', 'operator']],
      ['company_owner', ['operator']],
      ['operator', []],
    ])
  })

  test('a user sees the accounts they administer, an operator the own one', () => {
    expect(USER_TYPES.map((type) => visibleUsers(actor(type)))).toEqual([
      { kind: 'all' },
      { kind: 'organization', organizationId: 'o' },
      { kind: 'company', companyId: 'c' },
      { kind: 'self', userId: 'u' },
    ])
  })

  test('an account without a tenant sees itself only', () => {
    for (const userType of ['organization_admin', 'company_owner', 'operator'] as const) {
      const stray: Actor = { userId: 'u', userType, companyId: null, organizationId: null }
      expect(visibleUsers(stray)).toEqual({ kind: 'self', userId: 'u' })
    }
  })

  test('an owner enables and disables; to block and to lift a block is for the admins (spec §4)', () => {
    expect(mayChangeStatus({ userType: 'company_owner' }, 'active', 'inactive')).toBe(true)
    expect(mayChangeStatus({ userType: 'company_owner' }, 'inactive', 'active')).toBe(true)
    expect(mayChangeStatus({ userType: 'company_owner' }, 'active', 'blocked')).toBe(false)
    expect(mayChangeStatus({ userType: 'company_owner' }, 'blocked', 'active')).toBe(false)
    for (const userType of ['organization_admin', 'platform_admin'] as const) {
      expect(mayChangeStatus({ userType }, 'active', 'blocked')).toBe(true)
      expect(mayChangeStatus({ userType }, 'blocked', 'active')).toBe(true)
    }
  })
})
