import { activateLanguage, type Language } from '#i18n/language.ts'
import type { ColorScheme, createPreferences } from '#ui/preferences.ts'

const DARK = '(prefers-color-scheme: dark)'

/** The browser's own bars, in the colour of the page beneath them. */
const BARS = { light: '#f7f5ef', dark: '#111614' } as const

function showColors(scheme: ColorScheme): void {
  const dark = scheme === 'dark' || (scheme === 'auto' && window.matchMedia(DARK).matches)
  const shown = dark ? 'dark' : 'light'
  document.documentElement.dataset['mantineColorScheme'] = shown
  for (const bar of document.querySelectorAll('meta[name="theme-color"]')) {
    bar.setAttribute('content', BARS[shown])
  }
}

async function showLanguage(language: Language): Promise<void> {
  await activateLanguage(language)
  document.documentElement.lang = language
}

/** Shows language and colours as preferred, now and at every change. Resolves when the language is there. */
export function followPreferences(preferences: ReturnType<typeof createPreferences>): Promise<void> {
  const { colorScheme, language } = preferences.getState()
  showColors(colorScheme)
  window.matchMedia(DARK).addEventListener('change', () => showColors(preferences.getState().colorScheme))
  preferences.subscribe((now, before) => {
    if (now.colorScheme !== before.colorScheme) showColors(now.colorScheme)
    if (now.language !== before.language) void showLanguage(now.language)
  })
  return showLanguage(language)
}
