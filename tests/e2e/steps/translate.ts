import { readFileSync } from 'node:fs'
import type { Language } from '#i18n/language.ts'

/** The two languages of the interface; tests of words run in both. */
export const BOTH: readonly Language[] = ['en', 'sw']

/** Gives the words a screen shows for an English source text, to find buttons and fields in any language. */
export type Translate = (english: string, context?: string) => string

function unquote(text: string): string {
  return JSON.parse(text) as string
}

/** The words of all catalogues. */
function catalogueTexts(language: Language): string {
  return ['start', 'messages', 'screens', 'expenses', 'administration']
    .map((part) =>
      readFileSync(new URL(`../../../src/i18n/locales/${language}/${part}.po`, import.meta.url), 'utf8'),
    )
    .join('\n\n')
}

/** `context\u0004english` → translation, from the catalogues. */
function readCatalogue(language: Language): Map<string, string> {
  const found = new Map<string, string>()
  for (const block of catalogueTexts(language).split(/\n\n+/)) {
    const value = (keyword: string) => {
      const match = new RegExp(`^${keyword} ("(?:[^"\\\\]|\\\\.)*"(?:\\n"(?:[^"\\\\]|\\\\.)*")*)`, 'm').exec(
        block,
      )
      return match?.[1]?.split('\n').map(unquote).join('')
    }
    const id = value('msgid')
    const text = value('msgstr')
    if (id && text) found.set(`${value('msgctxt') ?? ''}\u0004${id}`, text)
  }
  return found
}

const CATALOGUES = { en: readCatalogue('en'), sw: readCatalogue('sw') }

/**
 * Words of a language, for finding things on the screen. What a message must say is never taken from here: tests of
 * wording spell it out.
 */
export function translatorFor(language: Language): Translate {
  return (english, context = '') => {
    const text = CATALOGUES[language].get(`${context}\u0004${english}`)
    if (text === undefined) throw new Error(`no ${language} words for "${english}"`)
    return text
  }
}

/** The same in every language. */
const NAMES = new Set(['Risiti'])

/** Those of the texts that are our own words, but of the other language. */
export function untranslatedTexts(language: Language, texts: readonly string[]): string[] {
  const own = new Set(CATALOGUES[language].values())
  const other = new Set(CATALOGUES[language === 'en' ? 'sw' : 'en'].values())
  return texts.filter((text) => other.has(text) && !own.has(text) && !NAMES.has(text))
}
