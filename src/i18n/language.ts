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

/**
 * The words of the first screens, those of what is always there behind the login, and those of the screens that are
 * opened from it: lazy files, kept by the service worker.
 */
const CATALOGUES = {
  sw: {
    start: () => import('./locales/sw/start.po'),
    rest: () => import('./locales/sw/messages.po'),
    screens: () => import('./locales/sw/screens.po'),
  },
  en: {
    start: () => import('./locales/en/start.po'),
    rest: () => import('./locales/en/messages.po'),
    screens: () => import('./locales/en/screens.po'),
  },
} as const
type Part = keyof (typeof CATALOGUES)['en']

/** What has been asked for, and therefore comes with every language activated later. */
const wanted = new Set<Part>(['start'])

async function load(language: Language, part: Part): Promise<void> {
  const { messages } = await CATALOGUES[language][part]()
  i18n.load(language, messages)
}

/** Shows a language, with as many of its words as have been asked for. */
export async function activateLanguage(language: Language): Promise<void> {
  await Promise.all([...wanted].map((part) => load(language, part)))
  i18n.activate(language)
}

/** Brings the words of what is always there behind the login in, in `language` and in every one activated later. */
export async function loadWorkplaceWords(language: Language): Promise<void> {
  wanted.add('rest')
  await load(language, 'rest')
}

/** Brings the words of the screens in that are opened from there, in the language shown and in every one later. */
export async function loadScreenWords(): Promise<void> {
  if (wanted.has('screens')) return
  const language = i18n.locale
  if (isLanguage(language)) await load(language, 'screens')
  wanted.add('screens')
  // Changed while they were on their way.
  if (i18n.locale !== language && isLanguage(i18n.locale)) await load(i18n.locale, 'screens')
}

/** Tells of words that a screen needs and no loaded catalogue has; gives the function that stops it. */
export function onMissingWords(tell: (id: string) => void): () => void {
  return i18n.on('missing', ({ id }) => tell(id))
}
