import { activateLanguage, type Language } from '#i18n/language.ts'
import type { ColorScheme, createPreferences } from '#ui/preferences.ts'

const DARK = '(prefers-color-scheme: dark)'

/** The browser's own bars get the colour of the page below them. */
const THEME_COLORS = { light: '#f7f5ef', dark: '#111614' } as const

function applyColorScheme(scheme: ColorScheme): void {
  const isDark = scheme === 'dark' || (scheme === 'auto' && window.matchMedia(DARK).matches)
  const appliedScheme = isDark ? 'dark' : 'light'
  document.documentElement.dataset['mantineColorScheme'] = appliedScheme
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.setAttribute('content', THEME_COLORS[appliedScheme])
  }
}

async function applyLanguage(language: Language): Promise<void> {
  await activateLanguage(language)
  document.documentElement.lang = language
}

/** Applies the preferred language and colours, now and at every change. Resolves when the language is loaded. */
export function applyPreferences(preferences: ReturnType<typeof createPreferences>): Promise<void> {
  const { colorScheme, language } = preferences.getState()
  applyColorScheme(colorScheme)
  window
    .matchMedia(DARK)
    .addEventListener('change', () => applyColorScheme(preferences.getState().colorScheme))
  preferences.subscribe((current, previous) => {
    if (current.colorScheme !== previous.colorScheme) applyColorScheme(current.colorScheme)
    if (current.language !== previous.language) void applyLanguage(current.language)
  })
  return applyLanguage(language)
}
