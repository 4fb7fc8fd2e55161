import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import type { makeRouter } from '#routes/-make-router.ts'
import { PortsContext } from '#ui/ports.ts'
import { type createPreferences, PreferencesContext } from '#ui/preferences.ts'
import { pagePorts } from './page-ports.ts'
import { removeFirstPaint } from './remove-first-paint.ts'

/** The address whose page the browser opened, before any redirect. */
const startedAt = window.location.pathname

type Props = {
  readonly router: ReturnType<typeof makeRouter>
  readonly preferences: ReturnType<typeof createPreferences>
  /** Called once, when the first screen is shown that is not the error screen. */
  readonly onStarted: () => void
}

/** The providers and the router around every screen. */
export function AppRoot({ router, preferences, onStarted }: Props) {
  // The login takes over the form of its page, which is no first paint then. A user who is redirected
  // from `/login` never sees that form.
  useLayoutEffect(() => {
    const { pathname } = router.state.location
    if (pathname === '/login' && document.querySelector('#early-login')) return
    removeFirstPaint(pathname === startedAt)
  })
  useEffect(() => {
    let started = false
    const start = () => {
      if (started || router.state.matches.some(({ status }) => status === 'error')) return
      started = true
      onStarted()
    }
    start()
    return router.subscribe('onResolved', start)
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
