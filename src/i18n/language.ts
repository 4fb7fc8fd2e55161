import { i18n } from '@lingui/core'
import { addErrorMessages } from './error-messages.ts'

/** The languages of the interface (spec: English with a complete Swahili translation). */
export const LANGUAGES = ['sw', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/** Each language by its own name, whatever language is shown. */
export const LANGUAGE_NAMES: Record<Language, string> = { sw: 'Kiswahili', en: 'English' }

function isLanguage(text: string | null | undefined): text is Language {
  return text === 'sw' || text === 'en'
}

/**
 * The initial language: the one chosen on this device, else the user account's, else the browser's first among ours,
 * else Swahili.
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
 * The catalogues of the first screens, of what is always shown behind the login, of the screens opened from there,
 * of expenses, of the landing page, and of screens that work only with the server: lazy files. The worker stores all but the last.
 */
const CATALOGUES = {
  sw: {
    start: () => import('./locales/sw/start.po'),
    rest: () => import('./locales/sw/messages.po'),
    screens: () => import('./locales/sw/screens.po'),
    expenses: () => import('./locales/sw/expenses.po'),
    landing: () => import('./locales/sw/landing.po'),
    administration: () => import('./locales/sw/administration.po'),
  },
  en: {
    start: () => import('./locales/en/start.po'),
    rest: () => import('./locales/en/messages.po'),
    screens: () => import('./locales/en/screens.po'),
    expenses: () => import('./locales/en/expenses.po'),
    landing: () => import('./locales/en/landing.po'),
    administration: () => import('./locales/en/administration.po'),
  },
} as const
type Part = keyof (typeof CATALOGUES)['en']

/** The requested parts, which are therefore loaded with every language activated later. */
const requestedParts = new Set<Part>(['start'])

/** Catalogues that are loaded or loading. */
const loaded = new Map<string, Promise<void>>()

/** The language that is shown, or will be once its catalogues are loaded. */
let targetLanguage: Language | undefined

function load(language: Language, part: Part): Promise<void> {
  const key = `${language} ${part}`
  const known = loaded.get(key)
  if (known) return known
  const loading = CATALOGUES[language][part]().then(
    ({ messages }) => i18n.load(language, messages),
    (error: unknown) => {
      loaded.delete(key)
      throw error
    },
  )
  loaded.set(key, loading)
  return loading
}

/** Shows a language with all requested parts, including those requested while they were loading. */
export async function activateLanguage(language: Language): Promise<void> {
  targetLanguage = language
  let known = 0
  while (known < requestedParts.size) {
    known = requestedParts.size
    await Promise.all([...requestedParts].map((part) => load(language, part)))
  }
  if (targetLanguage === language) i18n.activate(language)
}

/** Loads a part, in the language shown, in the one about to be shown, and in every one activated later. */
async function requestPart(part: Part, language: Language | undefined): Promise<void> {
  requestedParts.add(part)
  const shown = isLanguage(i18n.locale) ? i18n.locale : undefined
  const languages = [language, targetLanguage, shown].filter((one) => one !== undefined)
  await Promise.all([...new Set(languages)].map((one) => load(one, part)))
}

/** Loads the catalogue of what is always shown behind the login, and the sentences of its refusals. */
export async function loadAppMessages(language: Language): Promise<void> {
  const [{ addWorkMessages }] = await Promise.all([
    import('./work-messages.ts'),
    requestPart('rest', language),
  ])
  addWorkMessages()
}

/** Loads the catalogues of the screens that are opened from there. */
export async function loadScreenMessages(): Promise<void> {
  const [{ addRecordMessages }] = await Promise.all([
    import('./record-messages.ts'),
    requestPart('screens', undefined),
    requestPart('expenses', undefined),
  ])
  addRecordMessages()
}

/** Loads the catalogue of the landing page: the login does not wait for it. */
export async function loadLandingMessages(): Promise<void> {
  await requestPart('landing', undefined)
}

/** Loads the catalogue of administration and self-service, and the sentences of their refusals. */
export async function loadAdministrationMessages(): Promise<void> {
  const [{ ADMINISTRATION_MESSAGES }] = await Promise.all([
    import('./administration-messages.ts'),
    requestPart('administration', undefined),
    loadScreenMessages(),
  ])
  addErrorMessages(ADMINISTRATION_MESSAGES)
}

/**
 * Calls `onMissing` for messages that a screen needs and no loaded catalogue has; returns the function that stops it.
 */
export function onMissingMessages(onMissing: (id: string) => void): () => void {
  return i18n.on('missing', ({ id }) => onMissing(id))
}
