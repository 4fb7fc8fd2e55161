import { i18n } from '@lingui/core'

/** The languages of the interface (spec: English with a complete Swahili translation). */
export const LANGUAGES = ['sw', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/** Each language in its own words, whatever language is shown. */
export const LANGUAGE_NAMES: Record<Language, string> = { sw: 'Kiswahili', en: 'English' }

function isLanguage(text: string | null | undefined): text is Language {
  return text === 'sw' || text === 'en'
}

/**
 * The language to start in: what this device was set to, else what the user's account says, else what the browser
 * prefers among ours, else Swahili.
 */
export function chooseLanguage(
  stored: string | null | undefined,
  ofUser: string | null | undefined,
  browser: readonly string[],
): Language {
  if (isLanguage(stored)) return stored
  if (isLanguage(ofUser)) return ofUser
  return browser.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'sw'
}

/** Loads the catalogue of a language (one lazy file each, kept by the service worker) and shows it. */
export async function activateLanguage(language: Language): Promise<void> {
  const catalogue =
    language === 'sw' ? import('./locales/sw/messages.po') : import('./locales/en/messages.po')
  const { messages } = await catalogue
  i18n.loadAndActivate({ locale: language, messages })
}
