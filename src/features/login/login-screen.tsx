import { I18nProvider, useLingui } from '@lingui/react'
import { RouterContextProvider, useRouter } from '@tanstack/react-router'
import { useContext, useEffectEvent, useLayoutEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { PortsContext } from '#ui/ports.ts'
import { PreferencesContext } from '#ui/preferences.ts'
import { LoginForm, type LoginProps } from './login-form.tsx'

/**
 * Takes over the form of the page itself: its fields stay the same, so that typing goes on and no keyboard closes. It
 * is a root of its own, because React only takes over what is in its place from the start.
 */
function FormOfPage({ place, ...props }: LoginProps & { readonly place: HTMLElement }) {
  const { i18n } = useLingui()
  const router = useRouter()
  const preferences = useContext(PreferencesContext)
  const ports = useContext(PortsContext)
  const hydrateForm = useEffectEvent(() => {
    const page = place.closest('#first-paint')
    // From here on it is a part of the app.
    for (const element of [page, place]) element?.removeAttribute('id')
    page?.querySelector('.slow-start')?.remove()
    const root = hydrateRoot(
      place,
      <RouterContextProvider router={router}>
        <I18nProvider i18n={i18n}>
          <PortsContext value={ports}>
            <PreferencesContext value={preferences}>
              <LoginForm {...props} early={window.takeEarlyLogin?.()} />
            </PreferencesContext>
          </PortsContext>
        </I18nProvider>
      </RouterContextProvider>,
    )
    return () => {
      page?.remove()
      // React ends no root while it works on another.
      queueMicrotask(() => root.unmount())
    }
  })
  // Once: for another person the route renders another form.
  useLayoutEffect(() => hydrateForm(), [])
  return null
}

/** The login: the form that came with the page, or one of its own. */
export function LoginScreen(props: LoginProps) {
  const [place] = useState(() => document.querySelector<HTMLElement>('#early-login'))
  return place ? <FormOfPage place={place} {...props} /> : <LoginForm {...props} />
}
