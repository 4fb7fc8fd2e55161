/**
 * `npm run bench [-- --only NAME --full --strict]`: runs the benches of this folder one after the other, prints a
 * table and writes bench-results.json. A missed budget is shown, and is the exit code only with `--strict`: machines
 * differ. `--only` takes a whole name or its beginning, several times.
 */
import { globSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  type Bench,
  type BenchResult,
  calibrationLoop,
  isWithinBudget,
  quantile,
  REFERENCE_LOOP_MS,
  summarize,
} from './bench.ts'
import { endStage } from './support/cleanup.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    strict: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
  },
})

async function loadBenches(): Promise<Bench[]> {
  const files = globSync('*.bench.ts', { cwd: import.meta.dirname }).sort()
  const modules = await Promise.all(
    files.map((file) => import(join(import.meta.dirname, file)) as Promise<{ default: Bench | Bench[] }>),
  )
  return modules.flatMap((module) => module.default)
}

const benches = await loadBenches()
const chosen = benches.filter(
  ({ name, fullOnly }) =>
    (values.full || fullOnly !== true) && (values.only?.some((only) => name.startsWith(only)) ?? true),
)
if (chosen.length === 0) {
  console.error(`No such bench. There are: ${benches.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

/** How the machine is right now: a fixed loop in milliseconds, and how many wanted to run in the last minute. */
function currentLoad(): { readonly loopMs: number; readonly load: number } {
  const loops = [calibrationLoop(), calibrationLoop(), calibrationLoop()]
  return { loopMs: Math.round(quantile(loops, 0.5)), load: Number((loadavg()[0] ?? 0).toFixed(1)) }
}

/** How many times slower than the reference: by the loops in the measured page, where the bench has them. */
async function slowerThanReference(bench: Bench): Promise<number | undefined> {
  if (bench.pageLoops === undefined) return undefined
  const loops = await bench.pageLoops.run({ full: values.full })
  return Number((quantile(loops, 0.5) / (REFERENCE_LOOP_MS * bench.pageLoops.slowdown)).toFixed(1))
}

type Finished = BenchResult & { readonly loopMs: number; readonly load: number }

const results: Finished[] = []
const broken: { readonly name: string; readonly reason: string }[] = []
const row = (name: string, ...cells: string[]): string =>
  name.padEnd(36) + cells.map((cell) => cell.padStart(11)).join('')

/** A missed time or speed as it would be on the reference phone, if everything were slower by the same factor. */
function scaledText(result: BenchResult, slower: number): string {
  const measured = result[result.budgetedStatistic]
  const value = result.atLeast ? measured * slower : measured / slower
  return ` (${Number(value.toPrecision(3))} at reference speed)`
}

function limitOf(result: BenchResult): string {
  if (result.budget === undefined) return ''
  const sign = result.atLeast ? '≥' : '≤'
  const of =
    result.budgetedStatistic === 'median'
      ? ''
      : ` ${result.budgetedStatistic} (it is ${result[result.budgetedStatistic]})`
  const scaled =
    result.slower === undefined || isWithinBudget(result) ? '' : scaledText(result, result.slower)
  const aim = result.aim === undefined ? '' : ` (${result.aim})`
  return `  ${sign} ${result.budget}${aim}${of}  ${isWithinBudget(result) ? 'kept' : 'MISSED'}${scaled}`
}

function interrupt(): void {
  void endStage().finally(() => process.exit(130))
}
process.on('SIGINT', interrupt)
process.on('SIGTERM', interrupt)

const begun = Date.now()
console.log(row('name', 'unit', 'median', 'p95', 'n', 'slower', 'loop ms', 'load'))
try {
  for (const bench of chosen) {
    try {
      const samples = await bench.run({ full: values.full })
      const slower = await slowerThanReference(bench)
      const result = {
        ...summarize(bench, samples),
        ...(slower === undefined ? {} : { slower }),
        ...currentLoad(),
      }
      results.push(result)
      const { unit, median, p95, n, loopMs, load } = result
      const times = slower === undefined ? '' : `${slower}×`
      console.log(
        row(bench.name, ...[unit, median, p95, n, times, loopMs, load].map(String)) + limitOf(result),
      )
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      // One failure breaks all benches of its group: its trace is shown once.
      const isKnown = broken.some((other) => other.reason === reason)
      broken.push({ name: bench.name, reason })
      console.log(`${row(bench.name, bench.unit, 'broken')}  ${reason.split('\n', 1)[0]}`)
      if (!isKnown) console.error(error)
    }
  }
} finally {
  await endStage()
}

const environment = {
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  processor: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  memoryMB: Math.round(totalmem() / 1_000_000),
  at: new Date().toISOString(),
  tookSeconds: Math.round((Date.now() - begun) / 1000),
  full: values.full,
}
const file = join(import.meta.dirname, '../../bench-results.json')
writeFileSync(file, `${JSON.stringify({ environment, results, broken }, null, 2)}\n`)
const missed = results.filter((result) => !isWithinBudget(result))
console.log(
  `\n${results.length} measured in ${environment.tookSeconds} s, ${missed.length} over budget, ${broken.length} broken`,
)
if (broken.length > 0 || (values.strict && missed.length > 0)) process.exitCode = 1
