import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { mayOpen } from '#domain/permissions/may-open.ts'
import { ROUTES, type Route, routeOf } from '#domain/permissions/routes.ts'

const SOURCES = new URL('../../src/', import.meta.url)

/** The file of a route and every route and feature file that it imports, at once or later. */
function filesOf(file: URL, found = new Map<string, string>()): ReadonlyMap<string, string> {
  if (found.has(file.href)) return found
  const text = readFileSync(file, 'utf8')
  found.set(file.href, text)
  for (const [, name = ''] of text.matchAll(/(?:from |import\()'((?:\.|#features\/)[^']+\.tsx)'/g)) {
    filesOf(name.startsWith('#') ? new URL(name.slice(1), SOURCES) : new URL(name, file), found)
  }
  return found
}

/** The paths that are written out in the `to` of a link: each of the two where the link chooses. */
function linkedPaths(text: string): readonly string[] {
  return [...text.matchAll(/\bto=("[^"]*"|\{[^}]*\})/g)].flatMap(([, target = '']) =>
    [...target.matchAll(/["'](\/[\w$/-]*)["']/g)].flatMap(([, path]) => path ?? []),
  )
}

const fileOf = ({ path }: Route) => new URL(`routes/_signed-in${path}.tsx`, SOURCES)
const OF_ONE_TYPE = ROUTES.flatMap((route) => {
  const { access, path } = route
  const [userType, ...others] = typeof access === 'string' ? [] : access
  if (userType === undefined || others.length > 0 || !existsSync(fileOf(route))) return []
  return [{ path, userType, texts: [...filesOf(fileOf(route)).values()] }]
})

describe('a page of one user type links only to pages that this user type may open', () => {
  test.each(OF_ONE_TYPE)('$path of the $userType', ({ userType, texts }) => {
    const refused = texts.flatMap(linkedPaths).filter((path) => {
      const route = routeOf(path)
      return route === undefined || !mayOpen({ user_type: userType }, route)
    })
    expect(refused).toEqual([])
  })

  test('the links of the owner’s page are found', () => {
    const own = OF_ONE_TYPE.find(({ path }) => path === '/company')
    expect(own?.texts.flatMap(linkedPaths)).toEqual(
      expect.arrayContaining(['/apps-integration', '/invoices']),
    )
  })
})
