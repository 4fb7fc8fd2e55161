import { describe, expect, it } from 'vitest'
import { layoutOf } from '#domain/permissions/layout-of.ts'
import { routeOf } from '#domain/permissions/routes.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { USER_TYPES } from '#domain/users/user.ts'

describe('layoutOf (two readings of spec §2)', () => {
  function layouts(path: string, settings: Partial<typeof DEFAULT_SETTINGS> = {}) {
    const route = routeOf(path)
    if (!route) throw new Error(`no route ${path}`)
    return USER_TYPES.map((type) =>
      layoutOf(route, { user_type: type }, { ...DEFAULT_SETTINGS, ...settings }),
    )
  }

  it('puts /companies in the frame of the admin or of the organization', () => {
    expect(layouts('/companies').slice(0, 2)).toEqual(['admin', 'organization'])
    expect(new Set(layouts('/companies', { layoutCompanies: 'organization' }))).toEqual(
      new Set(['organization']),
    )
    expect(new Set(layouts('/companies', { layoutCompanies: 'admin' }))).toEqual(new Set(['admin']))
  })

  it.each(['/profile', '/welcome'])(
    'puts %s in the owner frame for owners only, unless the setting says otherwise',
    (path) => {
      expect(layouts(path)).toEqual(['app', 'app', 'owner', 'app'])
      expect(new Set(layouts(path, { layoutProfile: 'default' }))).toEqual(new Set(['app']))
      expect(new Set(layouts(path, { layoutProfile: 'ownerCompany' }))).toEqual(new Set(['owner']))
    },
  )

  it('keeps the one frame of every other page', () => {
    expect(layouts('/organizations')).toEqual(Array(4).fill('organization'))
    expect(layouts('/invoices-report')).toEqual(['admin', 'organization', 'owner', 'app'])
    const landing = routeOf('/profile')
    if (landing) expect(layoutOf(landing, null, DEFAULT_SETTINGS)).toBe('public')
  })
})
