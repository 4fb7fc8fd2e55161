import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mayOpen } from '#domain/permissions/may-open.ts'
import { queryText } from '#domain/permissions/read-query.ts'
import {
  dependsOnSettings,
  type NavigationSession,
  resolveNavigation,
} from '#domain/permissions/resolve-navigation.ts'
import { ROUTES, routeOf } from '#domain/permissions/routes.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { type CurrentUser, USER_TYPES, type UserType } from '#domain/users/user.ts'
import { permissionTable } from './permission-tables.ts'

function user(user_type: UserType): CurrentUser {
  return {
    id: 'user-1',
    username: 'asha',
    firstName: 'Asha',
    lastName: 'Mfano',
    email: 'asha@example.com',
    user_type,
    company_id: 'company-1',
    organization_id: 'organization-1',
    language: 'sw',
    isAdmin: user_type === 'platform_admin',
  }
}

function session(type: UserType | 'nobody', mustChangePassword = false): NavigationSession {
  return { user: type === 'nobody' ? null : user(type), mustChangePassword }
}

function at(href: string) {
  const path = href.replace(/[?#].*$/s, '')
  return { path, search: /\?[^#]*/.exec(href)?.[0] ?? '', href }
}

const real = (path: string) => path.replace('{id}', '0190-abc')
const table = permissionTable('page')
const ROLES = ['nobody', ...USER_TYPES] as const

describe('routes (spec §2)', () => {
  it('are in the README, each once', () => {
    const paths = ROUTES.map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
    expect(table.map(([page]) => page).sort()).toEqual([...paths].sort())
  })

  it('are found in any case, with a slash at the end, doubled slashes or encoded letters', () => {
    for (const path of ['/companies', '/COMPANIES', '/companies/', '//companies', '/compan%69es']) {
      expect(routeOf(path)?.path).toBe('/companies')
    }
    expect(routeOf('/edit-invoice/0190-abc')?.path).toBe('/edit-invoice/{id}')
    expect(routeOf('/')?.path).toBe('/')
  })

  it.each([
    '/nothing',
    '/edit-invoice',
    '/edit-invoice/',
    '/edit-invoice/a/b',
    '/companies/1',
    '',
    '/%',
    '/helpers',
  ])('do not contain %j', (path) => {
    expect(routeOf(path)).toBeUndefined()
  })
})

describe('resolveNavigation', () => {
  it.each(ROLES.flatMap((role) => table.map(([page, row]) => [role, page, row[role] ?? ''] as const)))(
    'answers %s on %s: %s (spec §2, table of the README)',
    (role, page, word) => {
      const href = real(page)
      const expected: Record<string, unknown> = {
        yes: { kind: 'stay' },
        home: { kind: 'go', to: '/' },
        login: { kind: 'go', to: '/login', next: href },
        dashboard: { kind: 'go', to: '/dashboard' },
      }
      expect(resolveNavigation(session(role), at(href))).toEqual(expected[word])
      const route = routeOf(href)
      if (!route) throw new Error(`no route ${href}`)
      expect(mayOpen(session(role).user, route)).toBe(word === 'yes' || word === 'dashboard')
    },
  )

  it('leaves an unknown path to the not-found page for every role', () => {
    for (const role of ROLES)
      expect(resolveNavigation(session(role), at('/nothing'))).toEqual({ kind: 'stay' })
  })

  it('carries query and hash of the intended page to the login', () => {
    expect(resolveNavigation(session('nobody'), at('/invoices?status=draft#top'))).toEqual({
      kind: 'go',
      to: '/login',
      next: '/invoices?status=draft#top',
    })
  })

  describe('while the password must be changed', () => {
    it('sends every navigation to /change-password with the intended URL', () => {
      for (const role of USER_TYPES) {
        for (const { path } of ROUTES) {
          const href = real(path)
          if (href === '/change-password' || href === '/login') continue
          expect(resolveNavigation(session(role, true), at(href))).toEqual({
            kind: 'go',
            to: '/change-password',
            next: href,
          })
        }
      }
      expect(resolveNavigation(session('operator', true), at('/nothing'))).toMatchObject({
        to: '/change-password',
      })
    })

    it('stays on /change-password and takes over what a login link carried', () => {
      const must = session('operator', true)
      expect(resolveNavigation(must, at('/change-password?next=%2Fsales'))).toEqual({ kind: 'stay' })
      expect(resolveNavigation(must, at('/login?next=%2Fsales'))).toEqual({
        kind: 'go',
        to: '/change-password',
        next: '/sales',
      })
      expect(resolveNavigation(must, at('/login'))).toEqual({ kind: 'go', to: '/change-password' })
      expect(resolveNavigation(must, at('/login?next=%2Fchange-password'))).toEqual({
        kind: 'go',
        to: '/change-password',
      })
    })

    it('does not redirect in a circle: a flag without a user is ignored', () => {
      expect(resolveNavigation(session('nobody', true), at('/change-password'))).toEqual({
        kind: 'go',
        to: '/login',
        next: '/change-password',
      })
      expect(resolveNavigation(session('nobody', true), at('/login'))).toEqual({ kind: 'stay' })
    })
  })

  describe('on /login', () => {
    it('sends a logged-in user to /dashboard, or to a page of this site that was meant', () => {
      expect(resolveNavigation(session('operator'), at('/login'))).toEqual({ kind: 'go', to: '/dashboard' })
      expect(resolveNavigation(session('operator'), at('/login?next=%2Finvoices%3Fa%3D1'))).toEqual({
        kind: 'go',
        to: '/invoices?a=1',
      })
    })

    it.each([
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/..//evil.example',
      'javascript:alert(1)',
      '/login',
      '/LOGIN?next=/x',
    ])('does not follow next=%s', (next) => {
      const href = `/login?next=${encodeURIComponent(next)}`
      expect(resolveNavigation(session('operator'), at(href))).toEqual({ kind: 'go', to: '/dashboard' })
    })
  })

  describe('on the way back from an accounting service', () => {
    it('goes to /apps-integration with the values (code and realmId)', () => {
      expect(
        resolveNavigation(session('company_owner'), at('/?code=a%20b&state=s1&realmId=42&utm=x')),
      ).toEqual({
        kind: 'go',
        to: '/apps-integration?code=a%20b&state=s1&realmId=42',
      })
    })

    it('goes to /apps-integration with the values (code, state, session_state, scope)', () => {
      expect(
        resolveNavigation(
          session('company_owner'),
          at('/dashboard?code=c&state=s&session_state=x&scope=openid+files'),
        ),
      ).toEqual({
        kind: 'go',
        to: '/apps-integration?code=c&state=s&session_state=x&scope=openid%20files',
      })
    })

    it('stays there once arrived, and asks a signed-out user to log in first, keeping the values', () => {
      const href = '/apps-integration?code=c&realmId=42'
      expect(resolveNavigation(session('company_owner'), at(href))).toEqual({ kind: 'stay' })
      expect(resolveNavigation(session('nobody'), at(href))).toEqual({ kind: 'go', to: '/login', next: href })
    })

    it.each(['/?code=c', '/?realmId=42', '/?code=&realmId=42', '/?code=c&state=s&scope=x'])(
      'takes %s for an ordinary visit',
      (href) => {
        expect(resolveNavigation(session('company_owner'), at(href))).toEqual({ kind: 'stay' })
      },
    )
  })

  it('sends the old lists on when the company chose so (setting legacyCustomers, legacySales)', () => {
    const redirect = { legacyCustomers: 'redirect', legacySales: 'redirect' } as const
    const goes = (path: string, settings: Parameters<typeof resolveNavigation>[2]) =>
      resolveNavigation(session('operator'), at(path), settings)
    expect(goes('/customers-old', redirect)).toEqual({ kind: 'go', to: '/customers' })
    expect(goes('/sales-old', redirect)).toEqual({ kind: 'go', to: '/sales' })
    expect(goes('/sales-old', DEFAULT_SETTINGS)).toEqual({ kind: 'stay' })
    const differs = ({ path }: { path: string }) => {
      const href = real(path)
      return JSON.stringify(goes(href, redirect)) !== JSON.stringify(goes(href, DEFAULT_SETTINGS))
    }
    expect(ROUTES.filter(differs)).toEqual(ROUTES.filter(({ path }) => dependsOnSettings(path)))
  })

  it('always ends, and only on pages of this site', () => {
    const pages = fc.oneof(
      fc.constantFrom(...ROUTES.map(({ path }) => real(path)), '/nothing', '//evil.example', '/\\evil'),
      fc.webPath(),
    )
    const queries = fc.oneof(
      fc.constantFrom(
        '',
        '?code=1&realmId=2',
        '?next=%2Flogin',
        '?next=//evil.example',
        '?next=%2Fchange-password',
        '?next=%2Fcompany',
      ),
      fc.webQueryParameters().map((query) => `?${query}`),
    )
    fc.assert(
      fc.property(fc.constantFrom(...ROLES), fc.boolean(), pages, queries, (role, must, page, query) => {
        const who = session(role, must)
        let href = `${page}${query}`
        for (let step = 0; step < 5; step += 1) {
          const answer = resolveNavigation(who, at(href))
          if (answer.kind === 'stay') return
          expect(new URL(answer.to, 'https://risiti.example').origin).toBe('https://risiti.example')
          if (answer.next !== undefined) {
            expect(new URL(answer.next, 'https://risiti.example').origin).toBe('https://risiti.example')
          }
          href = answer.next === undefined ? answer.to : `${answer.to}${queryText([['next', answer.next]])}`
        }
        throw new Error(`still going round at ${href}`)
      }),
      { numRuns: 500 },
    )
  })
})
