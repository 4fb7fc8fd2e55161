/**
 * The catalogues of both languages are complete: extracting again changes nothing, every message has Swahili words, and those differ
 * from the English ones unless src/i18n/same-in-swahili.json lists the message as meant to be the same. No text, in the
 * catalogues or beside them, uses a word that src/i18n/retired-words.json lists.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { formatter } from '@lingui/format-po'
import {
  faultsOfList,
  findRetired,
  type ProductText,
  type RetiredWord,
  textsOfSource,
} from './retired-words.ts'
import { projectFolder, report } from './source-files.ts'

const catalogues = join(projectFolder, 'src/i18n/locales')
const beside = join(projectFolder, '.tsc/catalogues')
const listFile = join(projectFolder, 'src/i18n/same-in-swahili.json')
const retiredFile = join(projectFolder, 'src/i18n/retired-words.json')
/** Files outside the catalogues that hold texts, both languages in one file. */
const BESIDE = ['src/i18n/{notification-text,stale-work-messages}.ts', 'server/messages/*.ts']

interface Message {
  message?: string
  translation?: string
  obsolete?: boolean
}

async function readCatalogue(file: string, locale: string): Promise<Record<string, Message>> {
  const context = { locale, sourceLocale: 'en', filename: file }
  return (await formatter({ lineNumbers: false }).parse(readFileSync(file, 'utf8'), context)) as Record<
    string,
    Message
  >
}

/** The words of the first screens, and of the rest; a message may be in both. */
const PARTS = ['start', 'landing', 'messages', 'screens', 'expenses', 'administration'].map(
  (part) => `${part}.po`,
)

/** Extracts into a copy of the catalogues and lists those that changed. */
function findStaleCatalogues(): string[] {
  rmSync(beside, { recursive: true, force: true })
  cpSync(catalogues, beside, { recursive: true })
  const extraction = spawnSync(
    'lingui',
    ['extract', '--clean', '--config', 'scripts/check/extract-beside.config.ts'],
    {
      cwd: projectFolder,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    },
  )
  if (extraction.status !== 0) return [`lingui extract failed:\n${extraction.stdout}${extraction.stderr}`]
  return ['en', 'sw']
    .flatMap((locale) => PARTS.map((part) => `${locale}/${part}`))
    .filter(
      (name) => readFileSync(join(catalogues, name), 'utf8') !== readFileSync(join(beside, name), 'utf8'),
    )
    .map((name) => `src/i18n/locales/${name} is not up to date; run npm run i18n:extract`)
}

async function findUntranslated(): Promise<string[]> {
  const sameOnPurpose = new Set<string>(
    existsSync(listFile) ? (JSON.parse(readFileSync(listFile, 'utf8')) as string[]) : [],
  )
  const found: string[] = []
  const parts = await Promise.all(PARTS.map((part) => readCatalogue(join(catalogues, 'sw', part), 'sw')))
  const seen = new Map<string, string | undefined>()
  for (const [id, { message, translation, obsolete }] of parts.flatMap((part) => Object.entries(part))) {
    if (seen.has(id) && seen.get(id) !== translation) found.push(`two Swahili wordings: ${message ?? id}`)
    seen.set(id, translation)
    const english = message ?? id
    const hasLetters = /\p{L}{2}/u.test(english.replaceAll(/\{[^{}]*\}|<[^>]*>/g, ''))
    if (obsolete) found.push(`obsolete: ${english}`)
    else if (!translation?.trim()) found.push(`no Swahili: ${english}`)
    else if (translation === english && hasLetters && !sameOnPurpose.has(english)) {
      found.push(`Swahili equals English (list it in src/i18n/same-in-swahili.json if meant): ${english}`)
    } else if (translation !== english && sameOnPurpose.has(english)) {
      found.push(`listed in src/i18n/same-in-swahili.json, but translated: ${english}`)
    }
  }
  return found
}

async function findRetiredWords(): Promise<string[]> {
  const list: unknown = JSON.parse(readFileSync(retiredFile, 'utf8'))
  const faults = faultsOfList(list)
  if (faults.length > 0) return faults.map((fault) => `src/i18n/retired-words.json: ${fault}`)
  const texts: ProductText[] = globSync(BESIDE, { cwd: projectFolder }).flatMap((file) =>
    textsOfSource(readFileSync(join(projectFolder, file), 'utf8')),
  )
  for (const part of PARTS) {
    const messages = Object.entries(await readCatalogue(join(catalogues, 'sw', part), 'sw'))
    for (const [id, { message, translation }] of messages) {
      texts.push({ language: 'en', text: message ?? id }, { language: 'sw', text: translation ?? '' })
    }
  }
  return findRetired(texts, list as RetiredWord[])
}

if (existsSync(join(catalogues, 'sw/messages.po'))) {
  report(
    [...findStaleCatalogues(), ...(await findUntranslated()), ...(await findRetiredWords())],
    'the catalogues are complete',
  )
} else {
  report([], 'no catalogues yet')
}
