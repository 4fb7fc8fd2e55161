import { activateLanguage, type Language } from '#i18n/language.ts'
import type { ColorScheme, createPreferences } from '#ui/preferences.ts'

const DARK = '(prefers-color-scheme: dark)'

function showColors(scheme: ColorScheme): void {
  const dark = scheme === 'dark' || (scheme === 'auto' && window.matchMedia(DARK).matches)
  document.documentElement.dataset['mantineColorScheme'] = dark ? 'dark' : 'light'
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
