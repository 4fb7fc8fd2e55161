import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import type { PriceTexts } from '#domain/subscription/price-texts.ts'
import { activateLanguage, type Language } from '#i18n/language.ts'
import { makeRouter } from '#routes/-make-router.ts'
import { createPreferences, PreferencesContext } from '#ui/preferences.ts'

/** Places that the server fills with its own prices (`server/http/app-files/fill-landing.ts`). */
const PLACES: PriceTexts = {
  rate: '{{rate}}',
  annual: { net: '{{annual.net}}', gross: '{{annual.gross}}' },
  installation: { net: '{{installation.net}}', gross: '{{installation.gross}}' },
  first: { net: '{{first.net}}', gross: '{{first.gross}}' },
}

function notHere(): never {
  throw new Error('the landing page is only written here, not used')
}

/** The landing page as HTML in a language, for people and search engines without any script. */
export async function renderLanding(
  language: Language,
): Promise<{ html: string; title: string; description: string }> {
  await activateLanguage(language)
  const router = makeRouter({
    getNavigationSession: () => ({ user: null, mustChangePassword: false }),
    openAppContext: notHere,
    people: notHere,
    unlock: notHere,
    login: notHere,
    prepareLogin: notHere,
    changePassword: notHere,
    callPublic: notHere,
    newId: notHere,
    prerenderedPrices: PLACES,
  })
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: ['/'] }) })
  await router.load()
  i18n.activate(language)
  const preferences = createPreferences({ language, colorScheme: 'auto' }, () => undefined)
  const html = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <PreferencesContext value={preferences}>
        <RouterProvider router={router} />
      </PreferencesContext>
    </I18nProvider>,
  )
  const textOf = (tag: string) => new RegExp(`<${tag}[^>]*>([^<]+)</${tag}>`).exec(html)?.[1] ?? notHere()
  return { html, title: textOf('h1'), description: textOf('p') }
}
