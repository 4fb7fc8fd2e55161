/**
 * `npm run bench [-- --only NAME]`: runs every bench in this folder one after the other, prints a table and writes
 * bench-results.json. A missed budget is shown, and is the exit code only with `--strict`: machines differ.
 */
import { globSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Bench, type BenchResult, keepsBudget, summarize } from './bench.ts'

const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, strict: { type: 'boolean', default: false } },
})

async function loadBenches(): Promise<Bench[]> {
  const files = globSync('*.bench.ts', { cwd: import.meta.dirname }).sort()
  const modules = await Promise.all(
    files.map((file) => import(join(import.meta.dirname, file)) as Promise<{ default: Bench | Bench[] }>),
  )
  return modules.flatMap((module) => module.default)
}

const benches = await loadBenches()
const chosen = benches.filter(({ name }) => values.only === undefined || values.only.includes(name))
if (chosen.length === 0) {
  console.error(`No such bench. There are: ${benches.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

const results: BenchResult[] = []
const broken: string[] = []
const row = (name: string, ...cells: string[]): string =>
  name.padEnd(40) + cells.map((cell) => cell.padStart(12)).join('')

console.log(row('name', 'unit', 'median', 'p95', 'n', 'budget'))
for (const bench of chosen) {
  try {
    const result = summarize(bench, await bench.run())
    results.push(result)
    const budget = bench.budget === undefined ? '' : `${bench.budget}${keepsBudget(result) ? '' : ' missed'}`
    console.log(
      row(bench.name, bench.unit, String(result.median), String(result.p95), String(result.n), budget),
    )
  } catch (error) {
    broken.push(bench.name)
    console.log(row(bench.name, bench.unit, 'broken'))
    console.error(error)
  }
}

const environment = {
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  processor: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  memoryMB: Math.round(totalmem() / 1_000_000),
  at: new Date().toISOString(),
}
const file = join(import.meta.dirname, '../../bench-results.json')
writeFileSync(file, `${JSON.stringify({ environment, results }, null, 2)}\n`)
const missed = results.filter((result) => !keepsBudget(result))
if (broken.length > 0 || (values.strict && missed.length > 0)) process.exitCode = 1
