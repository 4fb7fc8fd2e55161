import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'

/** What an element shows first, in English, where links work. */
export function renderInRouter(element: ReactNode): string {
  // Its own: the words of the app are shared with the other tests.
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  return renderToString(
    <I18nProvider i18n={i18n}>
      <RouterContextProvider router={router as never}>{element}</RouterContextProvider>
    </I18nProvider>,
  )
}
