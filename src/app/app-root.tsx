import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import type { makeRouter } from '#routes/-make-router.ts'
import { PortsContext } from '#ui/ports.ts'
import { type createPreferences, PreferencesContext } from '#ui/preferences.ts'
import { pagePorts } from './page-ports.ts'

type Props = {
  readonly router: ReturnType<typeof makeRouter>
  readonly preferences: ReturnType<typeof createPreferences>
  /** Called once the first screen is shown, unless that screen is the error screen. */
  readonly onStarted: () => void
}

/** The providers and the router around every screen. */
export function AppRoot({ router, preferences, onStarted }: Props) {
  // The login form reads what was typed into the early page, and removes that page itself. A user who is redirected
  // from `/login` never sees that form.
  useLayoutEffect(() => {
    const atLogin = router.state.location.pathname === '/login'
    if (!atLogin || !document.querySelector('#early-login')) document.querySelector('#first-paint')?.remove()
  })
  useEffect(() => {
    if (!router.state.matches.some(({ status }) => status === 'error')) onStarted()
  }, [router, onStarted])
  return (
    <I18nProvider i18n={i18n}>
      <PortsContext value={pagePorts}>
        <PreferencesContext value={preferences}>
          <RouterProvider router={router} />
        </PreferencesContext>
      </PortsContext>
    </I18nProvider>
  )
}
