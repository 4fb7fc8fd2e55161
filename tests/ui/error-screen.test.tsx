import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { makeRouter } from '#routes/-make-router.ts'
import { unreachableOffline } from '#ui/load-module.ts'

/** A page under a frame whose screens fail, with what the app shows then. */
async function failingAt(path: string): Promise<string> {
  // Its own: the words of the app are shared with the other tests.
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
  const root = createRootRoute()
  const fail = () => unreachableOffline(new Error('NETWORK_UNREACHABLE'))
  const frame = createRoute({
    getParentRoute: () => root,
    id: '_signed-in',
    component: () => (
      <main>
        <nav>menu</nav>
        <Outlet />
      </main>
    ),
  })
  const profile = createRoute({ getParentRoute: () => frame, path: 'profile', loader: fail })
  const login = createRoute({ getParentRoute: () => root, path: 'login', loader: fail })
  const { defaultErrorComponent } = makeRouter({
    getNavigationSession: () => ({ user: null, mustChangePassword: false }),
  } as never).options
  const router = createRouter({
    routeTree: root.addChildren([frame.addChildren([profile]), login]),
    history: createMemoryHistory({ initialEntries: [path] }),
    ...(defaultErrorComponent ? { defaultErrorComponent } : {}),
  })
  await router.load()
  return renderToString(
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router as never} />
    </I18nProvider>,
  )
}

it('a screen that fails leaves the frame around it, with a link home', async () => {
  const html = await failingAt('/profile')
  expect(html).toContain('menu')
  expect(html).toContain('role="alert"')
  expect(html.match(/<main/g)).toHaveLength(1)
  expect(html).toContain('href="/dashboard"')
})

it('a page without a frame that fails is a whole page', async () => {
  const html = await failingAt('/login')
  expect(html).toContain('role="alert"')
  expect(html.match(/<main/g)).toHaveLength(1)
  expect(html).not.toContain('href="/dashboard"')
})
