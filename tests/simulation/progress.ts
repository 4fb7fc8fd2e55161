import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SeedReport } from './report.ts'

const project = join(import.meta.dirname, '../..')

/** What decides about the history of a seed, but for the packages. */
const SOURCES = [
  ...['src/domain', 'src/contract', 'src/api', 'src/data', 'src/session', 'src/sync', 'src/commands'],
  ...['sw', 'server', 'tests/simulation'],
]

/** The progress of a run; it is saved after every seed. */
export type Progress = {
  readonly from: number
  readonly seeds: number
  /** The code that these seeds ran on: `fingerprintOfCode`. */
  readonly code: string
  /** Every seed below this one was run. */
  next: number
  /** Seeds above it that were run too: processes run beside each other. */
  ahead: number[]
  readonly failed: number[]
  readonly fingerprints: Record<number, string>
  /** How many virtual minutes each needed to come to rest. */
  readonly rounds: Record<number, number>
  readonly laws: Record<string, number>
  /** In how many seeds each thing happened that has to happen somewhere. */
  readonly seen: Record<string, number>
  steps: number
  operations: number
  receipts: number
  slowestQuietMs: number
  tookMs: number
}

/** One word for what is run: other code, another planted bug or other kept plans are another word. */
export function fingerprintOfCode(plant: string, plans: string): string {
  const hash = createHash('sha256').update(`${plant}\n${plans}`)
  const files = globSync([...SOURCES.map((folder) => `${folder}/**/*`), 'package-lock.json'], {
    cwd: project,
  })
  for (const file of files.sort()) {
    const path = join(project, file)
    if (file.endsWith('.md') || !statSync(path).isFile()) continue
    hash.update(`\n${file} `).update(createHash('sha256').update(readFileSync(path)).digest('hex'))
  }
  return hash.digest('hex').slice(0, 16)
}

/** A run of these seeds from its beginning. */
export function freshProgress({ from, seeds, code }: Pick<Progress, 'from' | 'seeds' | 'code'>): Progress {
  const counters = { steps: 0, operations: 0, receipts: 0, slowestQuietMs: 0, tookMs: 0 }
  return {
    ...{ from, seeds, code, next: from, ahead: [] },
    ...{ failed: [], fingerprints: {}, rounds: {}, laws: {}, seen: {} },
    ...counters,
  }
}

/**
 * Resumes the run saved in a file; the number of seeds may have changed. Returns a sentence instead when the
 * saved run does not fit the wanted one: it began at another seed, or ran on other code.
 */
export function resumeProgress(file: string, wanted: Progress): Progress | string {
  if (!existsSync(file)) return wanted
  // Written by `writeProgress`.
  const saved = JSON.parse(readFileSync(file, 'utf8')) as Partial<Progress>
  const anew = 'Leave out --resume to begin anew.'
  if (saved.from !== wanted.from) {
    return `${file} holds a run from seed ${saved.from}, not from ${wanted.from}. ${anew}`
  }
  if (saved.code !== wanted.code) {
    return `${file} holds seeds that ran on other code: they say nothing about this. ${anew}`
  }
  return { ...wanted, ...saved, seeds: wanted.seeds }
}

/** Whole or not at all: a run may be stopped at any moment. */
export function writeProgress(file: string, progress: Progress): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(progress))
  renameSync(`${file}.new`, file)
}

/** Adds what one seed came to. */
export function addReport(progress: Progress, number: number, report: SeedReport): void {
  progress.steps += report.steps
  progress.operations += report.operations
  progress.receipts += report.receipts
  progress.slowestQuietMs = Math.max(progress.slowestQuietMs, report.quietAfterMs)
  progress.fingerprints[report.seed] = report.fingerprint
  progress.rounds[report.seed] = report.rounds
  for (const name of report.seen) progress.seen[name] = (progress.seen[name] ?? 0) + 1
  if (report.violations.length > 0) progress.failed.push(report.seed)
  for (const { invariant: law } of report.violations) progress.laws[law] = (progress.laws[law] ?? 0) + 1
  const ahead = new Set([...progress.ahead, number])
  while (ahead.delete(progress.next)) progress.next += 1
  progress.ahead = [...ahead]
}

/** How many days were run. */
export function countRun({ next, from, ahead }: Progress): number {
  return next - from + ahead.length
}

/** What a shopkeeper would ask first, as counts of what broke I1, I2 and I4. */
export function plainWords({ laws }: Progress): string {
  const [lost, second, gaps] = ['I1', 'I2', 'I4'].map((law) => laws[law] ?? 0)
  return `acknowledged invoices lost ${lost}, second receipts ${second}, gaps ${gaps}`
}
