/**
 * `npm run simulate -- --seeds N [--from S] [--jobs J] [--resume] [--plans PATH] [--plant BUG]
 * [--stop-at-first] [--shrink N]`: runs the whole system in simulated worlds, one per seed, and prints the
 * story of each that broke a law. The progress is written to `.simulation/state.json`; `--resume` continues
 * from there, and refuses a run on other code. The exit code is 1 when a law was broken, or when three
 * hundred seeds and more never produced an event that has to happen; 2 when the simulation itself failed, or
 * there is nothing to resume.
 */
import { fork } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { readArguments, UsageError } from '#server/command-line.ts'
import { missingIn } from './checker/coverage.ts'
import type { Plan } from './plan/plan.ts'
import { PLANTED_BUGS } from './planted-bugs/planted-bugs.ts'
import {
  addReport,
  countRun,
  fingerprintOfCode,
  freshProgress,
  type Progress,
  plainWords,
  resumeProgress,
  writeProgress,
} from './progress.ts'
import type { BrokenReport, SeedReport, Task } from './report.ts'

const USAGE = `Usage: npm run simulate -- [--seeds N] [--from S] [--plans PATH] [--plant BUG]
           [--jobs J] [--resume] [--state FILE] [--stop-at-first] [--shrink N] [--quiet]

Runs the whole system in simulated worlds, one for each of N seeds from S on (300 from 1), or for each plan kept in PATH,
and prints the story of each that broke a law. --plant puts one of the mistakes in that the judge has to find. --jobs
says how many processes run beside each other. Where it stands is written to FILE (.simulation/state.json); --resume goes
on from there. --shrink sets how many runs the smallest plan may take. See tests/simulation/README.md.`

/** A whole number; refuses what is none. */
function wholeNumber(name: string, text: string, least: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= least))
    throw new UsageError(`--${name} takes a whole number from ${least} on, not ${text}.`)
  return number
}

function readOptions() {
  const { values: given } = parseArgs({
    options: {
      seeds: { type: 'string', default: '300' },
      from: { type: 'string', default: '1' },
      jobs: { type: 'string' },
      resume: { type: 'boolean', default: false },
      plant: { type: 'string', default: '' },
      'stop-at-first': { type: 'boolean', default: false },
      state: { type: 'string', default: join(import.meta.dirname, '../../.simulation/state.json') },
      quiet: { type: 'boolean', default: false },
      plans: { type: 'string', default: '' },
      shrink: { type: 'string' },
    },
  })
  const { jobs = String(Math.min(2, availableParallelism())) } = given
  if (given.plant !== '' && !PLANTED_BUGS.some(({ name }) => name === given.plant)) {
    const names = PLANTED_BUGS.map(({ name }) => name).join(', ')
    throw new UsageError(`No mistake is called ${given.plant}. There are: ${names}`)
  }
  if (given.plans !== '' && !existsSync(given.plans)) throw new UsageError(`${given.plans} is not there.`)
  // A planted bug is known already.
  const { shrink = given.plant === '' ? '60' : '0' } = given
  return {
    ...given,
    seeds: wholeNumber('seeds', given.seeds, 1),
    from: wholeNumber('from', given.from, 0),
    jobs: wholeNumber('jobs', jobs, 1),
    shrink: wholeNumber('shrink', shrink, 0),
  }
}

const values = readArguments(USAGE, readOptions)

/** Plans that were kept, instead of seeds: those of a folder, or one. */
const kept = (values.plans === '' ? [] : listPlans(values.plans)).map(readPlan)

function listPlans(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .map((name) => join(path, name))
}

function readPlan(file: string): Task {
  // Written by this file when a seed failed.
  const plan = JSON.parse(readFileSync(file, 'utf8')) as Plan
  return { seed: plan.seed, plan }
}

function taskOf(number: number): Task {
  return kept[number] ?? { seed: number }
}

function begin(): Progress {
  const wanted = freshProgress({
    from: values.plans === '' ? values.from : 0,
    seeds: values.plans === '' ? values.seeds : kept.length,
    code: fingerprintOfCode(values.plant, values.plans),
  })
  const resumed = values.resume ? resumeProgress(values.state, wanted) : wanted
  if (typeof resumed !== 'string') return resumed
  console.error(resumed)
  process.exit(2)
}

const state = begin()
const began = performance.now() - state.tookMs
const end = state.from + state.seeds
let handedOut = state.next
let broken = false
let failuresPrinted = 0

function save(): void {
  state.tookMs = Math.round(performance.now() - began)
  writeProgress(values.state, state)
}

function printReport(number: number, report: SeedReport): void {
  addReport(state, number, report)
  save()
  if (report.violations.length > 0 && !values.quiet) explain(report)
  const count = countRun(state)
  if (!values.quiet && count > failuresPrinted && count % 25 === 0) {
    failuresPrinted = count
    const each = Math.round(state.tookMs / count)
    console.log(`${count} of ${state.seeds} seeds, ${state.failed.length} failed, ${each} ms each`)
  }
}

function explain({ seed, violations, failure }: SeedReport): void {
  console.log(`\nSeed ${seed} broke ${[...new Set(violations.map(({ invariant: law }) => law))].join(', ')}:`)
  for (const { invariant: law, message } of violations.slice(0, 10)) console.log(`  ${law}  ${message}`)
  if (failure) {
    writeFileSync(join(dirname(values.state), `simulation-seed-${seed}.json`), `${failure.plan}\n`)
    console.log(`The smallest plan that still does:\n  ${failure.plan}\nWhat happened in it:`)
    for (const line of failure.trace) console.log(`  ${line}`)
  }
  console.log(`Again: npm run simulate -- --seeds 1 --from ${seed}\n`)
}

function isStopping(): boolean {
  while (state.ahead.includes(handedOut)) handedOut += 1
  return broken || handedOut >= end || (values['stop-at-first'] && state.failed.length > 0)
}

/** A day takes a second, and a hundred where many programs share the processor; one that never ends is reported. */
const LONGEST_DAY_MS = 600_000

/** Runs days in a process of their own; resolves when there are no more. */
function runDays(): Promise<void> {
  return new Promise((resolve) => {
    const child = fork(join(import.meta.dirname, 'runner.ts'), [values.plant, String(values.shrink)], {
      execPath: process.execPath,
      // Most of what a run allocates is garbage at once: a young generation as large as a run avoids copying
      // it.
      execArgv: ['--max-semi-space-size=64'],
      // A second of reading and stripping types, spared from the second process on.
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: join(tmpdir(), `risiti-compile-cache-${process.getuid?.() ?? 'user'}`),
      },
    })
    let number = 0
    let killTimer: NodeJS.Timeout | undefined
    const bePatient = () => {
      clearTimeout(killTimer)
      killTimer = setTimeout(() => {
        console.error(`The simulation broke at seed ${taskOf(number).seed}: it does not end`)
        child.kill('SIGKILL')
      }, LONGEST_DAY_MS)
    }
    const handOut = () => {
      clearTimeout(killTimer)
      if (isStopping()) {
        child.send('stop')
        return
      }
      number = handedOut
      handedOut += 1
      bePatient()
      child.send(taskOf(number))
    }
    child.on('message', (message: 'ready' | 'day over' | SeedReport | BrokenReport) => {
      if (message === 'day over') {
        bePatient()
        return
      }
      if (message !== 'ready' && 'broke' in message) {
        broken = true
        console.error(`The simulation broke at seed ${message.seed}: ${message.broke}`)
      } else if (message !== 'ready') printReport(number, message)
      handOut()
    })
    child.on('exit', (code) => {
      clearTimeout(killTimer)
      if (code !== 0) broken = true
      resolve()
    })
  })
}

const jobs = Math.min(values.jobs, end - state.next)
await Promise.all(Array.from({ length: Math.max(0, jobs) }, runDays))
save()
const seconds = (state.tookMs / 1000).toFixed(1)
const run = countRun(state)
console.log(
  `${run} seeds in ${seconds} s: ${state.failed.length} broke a law${state.failed.length > 0 ? ` (${state.failed.join(', ')})` : ''}; ` +
    `${state.operations} operations, ${state.receipts} receipts, ${state.steps} steps, at rest after ${Math.round(state.slowestQuietMs / 1000)} s at most`,
)
const missing = values.plant === '' ? missingIn(run, state.seen) : []
if (missing.length > 0) console.log(`Never happened, and should: ${missing.join(', ')}`)
console.log(plainWords(state))
process.exitCode = broken ? 2 : state.failed.length > 0 || missing.length > 0 ? 1 : 0
