/** Words that the product does not use any more, and what it says instead: src/i18n/retired-words.json. */

/** Sentences that the specification quotes (§8): they are said word for word. */
const QUOTED: ReadonlySet<string> = new Set(['Conflict. Tax Number or Serial already registered.'])

const LANGUAGES = ['en', 'sw'] as const

export interface RetiredWord {
  language: (typeof LANGUAGES)[number]
  /** In small letters; `*` at an end matches any letters there. */
  retired: string
  say: string
}

/** A text of the product; `language` is missing where a file holds texts of both. */
export interface ProductText {
  language?: RetiredWord['language']
  text: string
}

function isRetiredWord(entry: unknown): entry is RetiredWord {
  if (typeof entry !== 'object' || entry === null) return false
  const { language, retired, say, ...more } = entry as Record<string, unknown>
  return (
    LANGUAGES.some((known) => known === language) &&
    typeof retired === 'string' &&
    typeof say === 'string' &&
    say.trim() !== '' &&
    Object.keys(more).length === 0
  )
}

function patternOf(retired: string): RegExp {
  const word = retired.replace(/^\*/, '').replace(/\*$/, '')
  const before = retired.startsWith('*') ? '' : '(?<![\\p{L}\\d])'
  const after = retired.endsWith('*') ? '' : '(?![\\p{L}\\d])'
  return new RegExp(
    `${before}${word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+')}${after}`,
    'iu',
  )
}

/** The errors of the list itself: an entry that could never match, or that suggests a retired word. */
export function faultsOfList(list: unknown): string[] {
  if (!Array.isArray(list)) return ['the list of retired words is not a list']
  const found: string[] = []
  const seen = new Set<string>()
  for (const entry of list) {
    if (!isRetiredWord(entry)) {
      found.push(`not { language: en or sw, retired, say }: ${JSON.stringify(entry)}`)
      continue
    }
    const { language, retired, say } = entry
    const key = `${language} ${retired}`
    if (!/^\*?\p{Ll}[\p{Ll}\- ]*\p{Ll}\*?$/u.test(retired)) {
      found.push(`not small letters with * at an end at most: ${key}`)
    }
    if (seen.has(key)) found.push(`listed twice: ${key}`)
    seen.add(key)
    const again = list.some(
      (other: unknown) =>
        isRetiredWord(other) && other.language === language && patternOf(other.retired).test(say),
    )
    if (again) found.push(`says a retired word instead: ${key}`)
  }
  return found
}

/** Texts that use a word of the list, each with what to say. */
export function findRetired(texts: readonly ProductText[], list: readonly RetiredWord[]): string[] {
  const words = list.map((word) => ({ ...word, pattern: patternOf(word.retired) }))
  const ownTexts = texts.filter(({ text }) => !QUOTED.has(text))
  return ownTexts.flatMap(({ language, text }) =>
    words
      .filter((word) => (language === undefined || word.language === language) && word.pattern.test(text))
      .map(({ retired, say }) => `“${retired}” is retired, say “${say}”: ${text}`),
  )
}

/** The quoted texts of a source file that people read: no comments, imports, keys or paths. */
export function textsOfSource(source: string): ProductText[] {
  const bare = source
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/^import .*$/gm, '')
    .replaceAll(/(?:^|\s)\/\/.*$/gm, '')
  const quoted = bare.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)
  return [...quoted]
    .map(([, single, double, long]) => single ?? double ?? long ?? '')
    .filter((text) => /\s|^\p{Lu}/u.test(text))
    .map((text) => ({ text }))
}
