import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FAULTS, IN_SIMULATION } from './faults.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Where a fault is injected: the kinds of tests, from the cheapest to the most truthful. */
export type Kind = 'phone' | 'server' | 'whole' | 'browser'
export type FaultTest = {
  readonly id: string
  readonly file: string
  readonly kind: Kind
  /** Whether it ends in the common check of phones, server and the authority's ledger. */
  readonly finallyChecked: boolean
}

function kindOf(file: string): Kind {
  if (file.startsWith('tests/e2e/')) return 'browser'
  if (file.startsWith('tests/faults/')) return 'whole'
  return file.startsWith('tests/server/') ? 'server' : 'phone'
}

/** Ends of texts such as `… (A5)'` or ``… (TRA guide, I-6)` ``: a space before it, for `@SUM(A1)` is a formula. */
const TITLE_END = /[^\s'"`] \(([^()\n]*)\)['"`]/g

/** The ids at the ends of the titles in a source text, those that are none of the list included. */
export function idsInTitles(source: string): string[] {
  return [...source.matchAll(TITLE_END)].flatMap(([, inside = '']) =>
    inside.split(', ').filter((word) => /^(?:[A-HJ-L]\d{1,2}|I-\d{1,2})$/.test(word)),
  )
}

const TEST_BEGINS = /^ *(?:test|it)(?:\.each)?\(/m
const FINAL_CHECK = /\b(?:expectAllConsistent|expectConsistent|expectExactlyOnce|grownBy)\(/

/**
 * The tests of a source text, each from its beginning to that of the next one. Text before the first test,
 * mainly tables of titles, belongs to the first test.
 */
export function testsIn(source: string): string[] {
  const [head = '', ...tests] = source.split(new RegExp(`(?=${TEST_BEGINS.source})`, 'm'))
  return tests.map((text, index) => (index === 0 ? head + text : text))
}

/** Whether a test ends in the common check, and not only in its own. */
export function endsInFinalCheck(test: string): boolean {
  return FINAL_CHECK.test(test)
}

/** Every test that names a fault at the end of its title. Throws for a name that is no fault's. */
export function findFaultTests(): FaultTest[] {
  const known = new Set(FAULTS.map(({ id }) => id))
  const files = readdirSync(join(ROOT, 'tests'), { recursive: true, encoding: 'utf8' })
    .map((file) => `tests/${file.replaceAll('\\', '/')}`)
    // What the finder itself is tried on is no test of a fault.
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file) && file !== 'tests/faults/coverage.test.ts')
    .sort()
  return files.flatMap((file) => {
    const tests = testsIn(readFileSync(join(ROOT, file), 'utf8'))
    const finallyChecked = new Set(tests.filter(endsInFinalCheck).flatMap(idsInTitles))
    const ids = [...new Set(tests.flatMap(idsInTitles))]
    const strange = ids.filter((id) => !known.has(id))
    if (strange.length > 0) throw new Error(`${file} names ${strange.join(', ')}, which is no fault`)
    return ids.map((id) => ({ id, file, kind: kindOf(file), finallyChecked: finallyChecked.has(id) }))
  })
}

/** Faults whose tests all end in their own check only, neither in the common check nor in the simulation's. */
export function findUnchecked(): string[] {
  const tests = findFaultTests()
  const finallyChecked = new Set(tests.flatMap(({ id, finallyChecked: judged }) => (judged ? [id] : [])))
  const tested = new Set(tests.map(({ id }) => id))
  const simulated = new Set(IN_SIMULATION)
  return FAULTS.map(({ id }) => id).filter(
    (id) => tested.has(id) && !finallyChecked.has(id) && !simulated.has(id),
  )
}
