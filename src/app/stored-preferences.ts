import { chooseLanguage, LANGUAGES } from '#i18n/language.ts'
import { type ColorScheme, createPreferences } from '#ui/preferences.ts'

const LANGUAGE = 'language'
const COLORS = 'colors'

function isColorScheme(text: string | null): text is ColorScheme {
  return text === 'auto' || text === 'light' || text === 'dark'
}

/**
 * The preferences of this device, kept in local storage; before the first choice, those of the account and the
 * browser.
 */
export function storedPreferences(
  storage: Storage,
  userLanguage: string | undefined,
  browserLanguages: readonly string[],
): ReturnType<typeof createPreferences> {
  const colors = storage.getItem(COLORS)
  return createPreferences(
    {
      language: chooseLanguage(storage.getItem(LANGUAGE), userLanguage, browserLanguages),
      colorScheme: isColorScheme(colors) ? colors : 'auto',
    },
    ({ language, colorScheme }) => {
      if (language) storage.setItem(LANGUAGE, language)
      if (colorScheme) storage.setItem(COLORS, colorScheme)
    },
  )
}

/** Shows here at once what the person chooses in another tab of this browser. */
export function followOtherTabs(preferences: ReturnType<typeof createPreferences>): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    const language = LANGUAGES.find((one) => one === newValue)
    if (key === LANGUAGE && language) preferences.setState({ language })
    if (key === COLORS && isColorScheme(newValue)) preferences.setState({ colorScheme: newValue })
  })
}
