import { describe, expect, it } from 'vitest'
import type { Layout } from '#domain/permissions/layout-of.ts'
import { mayOpen } from '#domain/permissions/may-open.ts'
import { menuOf, morePlaces } from '#domain/permissions/menus.ts'
import { routeOf } from '#domain/permissions/routes.ts'
import { USER_TYPES } from '#domain/users/user.ts'

const LAYOUTS: readonly Layout[] = ['public', 'app', 'admin', 'organization', 'owner']
const PEOPLE = USER_TYPES.flatMap((user_type) => [
  { user_type, company_id: 'c' },
  { user_type, company_id: null },
])

describe('menuOf (spec §2, design D13)', () => {
  it('contains no path that its user may not open, in any layout', () => {
    for (const user of [...PEOPLE, null]) {
      const places = LAYOUTS.flatMap((layout) => menuOf(layout, user))
      for (const path of [...places, ...(user ? morePlaces(user) : [])]) {
        const route = routeOf(path)
        expect(route && mayOpen(user, route), `${user?.user_type} ${path}`).toBe(true)
      }
    }
  })

  it('gives a shop its work, and the owner the way to the own company', () => {
    const shop = [
      '/dashboard',
      '/invoices',
      '/customers',
      '/products',
      '/expenses',
      '/sales',
      '/insights',
      '/sync',
    ]
    expect(menuOf('app', { user_type: 'operator', company_id: 'c' })).toEqual([...shop, '/welcome'])
    expect(menuOf('app', { user_type: 'company_owner', company_id: 'c' })).toEqual([
      ...shop,
      '/company',
      '/welcome',
    ])
    expect(menuOf('app', { user_type: 'operator', company_id: null })).toEqual(['/dashboard', '/welcome'])
  })

  it('has no insights for those who see their own sales only', () => {
    const operator = { user_type: 'operator', company_id: 'c' } as const
    expect(menuOf('app', operator, { seeAllSales: true })).toContain('/insights')
    expect(menuOf('app', operator, { seeAllSales: false })).not.toContain('/insights')
  })

  it('keeps the places of an administrator in every frame they walk through', () => {
    for (const [user_type, extra] of [
      ['platform_admin', ['/potential-clients', '/cms-tax-tips']],
      ['organization_admin', ['/invoices-report', '/receipt-reissuing', '/cms-tax-tips']],
    ] as const) {
      const expected = [
        '/dashboard',
        '/companies',
        '/organizations',
        '/operators',
        '/users',
        ...extra,
        '/welcome',
      ]
      for (const layout of ['app', 'admin', 'organization'] as const) {
        expect(menuOf(layout, { user_type, company_id: null })).toEqual(expected)
      }
    }
  })

  it('leads from the owner frame back to the day’s work', () => {
    const places = menuOf('owner', { user_type: 'company_owner', company_id: 'c' })
    expect(places[0]).toBe('/dashboard')
    expect(places).toContain('/operator')
  })
})
