import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { makeRouter } from '#routes/-make-router.ts'

const router = makeRouter({
  getNavigationSession: () => ({ user: null, mustChangePassword: false }),
} as never)

describe('the documentation of the API', () => {
  it.each(['auth', 'invoice'])('has a page %s', (page) => {
    const [, , found] = router.getMatchedRoutes(`/developer/documentation/api/${page}`)
    expect(found?.fullPath).toBe(`/developer/documentation/api/${page}`)
  })

  it('has no other page: an address that is none asks for no login', () => {
    const [, , found] = router.getMatchedRoutes('/developer/documentation/api/nothing')
    expect(found).toBeUndefined()
  })
})

it.each(['expenses', 'insights'])('what is looked at on /%s leaves the list where it is', (screen) => {
  const route = new URL(`../../src/routes/_signed-in/${screen}.tsx`, import.meta.url)
  const changes = readFileSync(route, 'utf8').split('navigate({').slice(1)
  expect(changes).not.toEqual([])
  expect(changes.filter((change) => !change.includes('resetScroll: false'))).toEqual([])
})
