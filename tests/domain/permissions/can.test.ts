import { describe, expect, it } from 'vitest'
import { ACTIONS, type Action, can, type Subject } from '#domain/permissions/can.ts'
import { type Actor, USER_TYPES, type UserType } from '#domain/users/user.ts'
import { permissionTable } from './permission-tables.ts'

const OWN: Subject = { companyId: 'company-1', organizationId: 'organization-1' }
const SISTER: Subject = { companyId: 'company-2', organizationId: 'organization-1' }
const FOREIGN: Subject = { companyId: 'company-3', organizationId: 'organization-2' }
const NOWHERE: Subject = { companyId: null }

function actor(userType: UserType): Actor {
  const works = userType === 'operator' || userType === 'company_owner'
  return {
    userId: 'user-1',
    userType,
    companyId: works ? 'company-1' : null,
    organizationId: userType === 'platform_admin' ? null : 'organization-1',
  }
}

/** The meaning of a term of the README: own company, sister company, foreign company, no company. */
const MEANING: Record<string, boolean[]> = {
  own: [true, false, false, false],
  organization: [true, true, false, false],
  any: [true, true, true, true],
  '—': [false, false, false, false],
}

const table = permissionTable('action')

describe('can (spec §6; the table of the permissions README)', () => {
  it('has one row for every action', () => {
    expect(table.map(([action]) => action).sort()).toEqual([...ACTIONS].sort())
    for (const [, row] of table)
      expect(Object.keys(row)).toEqual(['operator', 'company_owner', 'organization_admin', 'platform_admin'])
  })

  it.each(
    USER_TYPES.flatMap((type) => table.map(([action, row]) => [type, action, row[type] ?? ''] as const)),
  )('lets %s do %s: %s', (type, action, word) => {
    const allowed = [OWN, SISTER, FOREIGN, NOWHERE].map((subject) =>
      can(actor(type), action as Action, subject),
    )
    expect(allowed).toEqual(MEANING[word])
  })

  it('gives nothing to an account without a tenant, not even where the subject has none either', () => {
    for (const userType of ['operator', 'company_owner', 'organization_admin'] as const) {
      const stray: Actor = { userId: 'x', userType, companyId: null, organizationId: null }
      const allowed = ACTIONS.filter((action) =>
        can(stray, action, { companyId: null, organizationId: null }),
      )
      // A request to be registered belongs to no tenant.
      expect(allowed).toEqual(['potential-client.create', 'session.read'])
    }
  })
})
