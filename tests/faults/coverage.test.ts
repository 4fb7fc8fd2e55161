import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FAULTS, NOT_HERE } from './faults.ts'
import { endsInFinalCheck, findFaultTests, findUnchecked, idsInTitles, testsIn } from './find-fault-tests.ts'

const tested = new Set(findFaultTests().map(({ id }) => id))

test('every fault is injected by a test whose title names it, or there is a reason why it is not', () => {
  const missing = FAULTS.filter(({ id }) => !tested.has(id) && NOT_HERE[id] === undefined)
  expect(missing).toEqual([])
})

test('no fault with a test is excused, and every excused fault is in the list', () => {
  const known = new Set(FAULTS.map(({ id }) => id))
  expect(Object.keys(NOT_HERE).filter((id) => tested.has(id) || !known.has(id))).toEqual([])
})

test('every test beside this one ends in the check of phones, server and ledger', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => /^(?!coverage).*\.test\.ts$/.test(name))
  const unjudged = files.flatMap((file) =>
    testsIn(readFileSync(join(import.meta.dirname, file), 'utf8')).filter((text) => !endsInFinalCheck(text)),
  )
  expect(unjudged).toEqual([])
})

test('no fault is checked only by its own test: one test ends in the common check, or the simulation covers it', () => {
  expect(findUnchecked()).toEqual([])
})

test('a final check counts for its own test; titles in a table before the first test count for that test', () => {
  const source = [
    `const TABLE = ['a title (A3)']`,
    `for (const title of TABLE) {`,
    `  test(title, async () => { await expectAllConsistent() })`,
    `}`,
    `test('looks for itself (A4)', () => {})`,
    `it.each([1])('%s (A5)', async () => { await ledger.grownBy(1) })`,
  ].join('\n')
  expect(testsIn(source).map((text) => [idsInTitles(text), endsInFinalCheck(text)])).toEqual([
    [['A3'], true],
    [['A4'], false],
    [['A5'], true],
  ])
})

test('ids are read from the ends of titles only; formulas, and laws such as I14, are none', () => {
  const source = [
    `it('one thing (A5)', f)`,
    'test(`another one (TRA guide, I-6)`, f)',
    `it('a law (I14)', f)`,
    `it('a decision (design D5)', f)`,
    `// a comment (B1)`,
    `it.each(['+1', '@SUM(A1)', ' (A2)'])('calculates nothing: %j', f)`,
    `it('begins (A3) with one', f)`,
    `it('two (E1, E6), each once', f)`,
  ].join('\n')
  expect(idsInTitles(source)).toEqual(['A5', 'I-6'])
})
