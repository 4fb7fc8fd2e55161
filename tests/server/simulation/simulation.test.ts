import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { makePlan } from '#tests/simulation/plan/make-plan.ts'
import type { Plan } from '#tests/simulation/plan/plan.ts'
import { PLANTED_BUGS } from '#tests/simulation/planted-bugs/planted-bugs.ts'
import { ROUNDS_WITH_MISTAKE } from '#tests/simulation/rounds.ts'
import { COMPILE_CACHE } from '#tests/support/share-server-work.ts'

/** `npm test` has time for so many; three hundred also have to show all but the rare events. */
const SEEDS = Number(process.env['SIMULATED_DAYS'] ?? 100)
/** Run again, by another process and after other seeds than the first time. */
const AGAIN = { from: Math.max(1, SEEDS - 80), seeds: 6 }

const home = mkdtempSync(join(tmpdir(), 'risiti-simulate-'))
const folder = join(import.meta.dirname, '../../simulation')
const days = join(folder, 'planted-bugs/days')
afterAll(() => rmSync(home, { recursive: true, force: true }))

type Run = {
  readonly code: number
  readonly output: string
  readonly state: State
}

type State = {
  readonly failed: number[]
  readonly fingerprints: Record<string, string>
  readonly rounds: Record<string, number>
  readonly laws: Record<string, number>
  readonly steps: number
}

function stateFile(name: string): string {
  // The path of a state file in a folder that does not exist yet.
  return join(home, name, 'state.json')
}

function readState(name: string): State {
  return JSON.parse(readFileSync(stateFile(name), 'utf8')) as State
}

/** Runs `npm run simulate` in a process of its own: it takes the clock and the timers of the whole process. */
function simulate(name: string, ...options: readonly string[]): Promise<Run> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [join(folder, 'main.ts'), '--state', stateFile(name), ...options],
      // Forty of them: without it, half of what each needs to start is compiling.
      { maxBuffer: 64 * 1024 * 1024, env: { ...process.env, ...COMPILE_CACHE } },
      (error, stdout, stderr) => {
        const code = error ? Number(error.code) : 0
        const output = `${stdout}\n${stderr}`
        // 2 and everything above: the simulation itself broke.
        if (code > 1 || Number.isNaN(code)) reject(new Error(output))
        else resolve({ code, output, state: readState(name) })
      },
    )
  })
}

/** Starts a long run and kills it after this many seeds. */
async function startAndKill(name: string, seeds: number): Promise<void> {
  const options = ['--state', stateFile(name), '--seeds', '300', '--jobs', '1', '--quiet']
  const child = spawn(process.execPath, [join(folder, 'main.ts'), ...options], { stdio: 'ignore' })
  const over = once(child, 'exit')
  const ran = () => (existsSync(stateFile(name)) ? Object.keys(readState(name).fingerprints).length : 0)
  await expect.poll(ran, { timeout: 600_000, interval: 50 }).toBeGreaterThanOrEqual(seeds)
  child.kill('SIGKILL')
  await over
}

/** Minutes long: the list names what finds a mistake, and says here what it should name instead. */
async function search(name: string, options: readonly string[]): Promise<Run> {
  const run = await simulate(name, ...options, '--seeds', String(SEEDS))
  console.log(
    `${name}: planted-bugs.ts names what no longer finds it; seed ${run.state.failed.join(', ')} does`,
  )
  return run
}

describe('a simulated shop', () => {
  let first: State | undefined

  it('keeps every law on days with faults', async () => {
    const { code, output, state } = await simulate('laws', '--seeds', String(SEEDS))
    first = state
    console.log(output.trim().split('\n').slice(-2).join('\n'))
    expect(code, output).toBe(0)
    expect(output.trim()).toMatch(/\nacknowledged invoices lost 0, second receipts 0, gaps 0$/)
  })

  it('has the same history whenever it starts from the same seed', async () => {
    const { from, seeds } = AGAIN
    const options = ['--seeds', String(seeds), '--from', String(from), '--jobs', '1', '--quiet']
    const { state } = await simulate('again', ...options)
    expect(Object.keys(state.fingerprints)).toHaveLength(seeds)
    expect(new Set(Object.values(state.fingerprints)).size).toBe(seeds)
    expect(first?.fingerprints).toMatchObject(state.fingerprints)
  })

  it('resumes where it was stopped, with the number of seeds requested then, and never with seeds of other code', async () => {
    await startAndKill('stopped', 2)
    const ran = readState('stopped')
    const before = Object.keys(ran.fingerprints).length
    const wanted = ['--seeds', String(before + 1), '--resume', '--jobs', '1', '--quiet']
    const { state, output } = await simulate('stopped', ...wanted)
    expect(output).toContain(`${before + 1} seeds in `)
    expect(Object.keys(state.fingerprints)).toHaveLength(before + 1)
    expect(first?.fingerprints).toMatchObject(state.fingerprints)
    // All of it was done: nothing is run again, and nothing counts twice.
    expect((await simulate('stopped', ...wanted)).state.steps).toBe(state.steps)
    await expect(simulate('stopped', ...wanted, '--from', '2')).rejects.toThrow(
      'a run from seed 1, not from 2',
    )
    writeFileSync(stateFile('stopped'), JSON.stringify({ ...state, code: 'before' }))
    await expect(simulate('stopped', ...wanted)).rejects.toThrow('ran on other code')
  })

  it('keeps every law on the days that once broke one', async () => {
    const { code, output } = await simulate('kept', '--plans', join(folder, 'regressions'))
    expect(code, output).toBe(0)
  })

  it('keeps every law on the days of planted mistakes while they are not planted', async () => {
    const { code, output, state } = await simulate('days', '--plans', days)
    expect(code, output).toBe(0)
    // A mistake is found by what it does, and not by a day that takes longer than it is given.
    const drawn = PLANTED_BUGS.map(({ foundBy }) => first?.rounds[foundBy] ?? 0)
    expect(Math.max(...Object.values(state.rounds), ...drawn)).toBeLessThan(ROUNDS_WITH_MISTAKE)
  })
})

describe.concurrent('the check of simulated shops', () => {
  it.for(PLANTED_BUGS)(
    'finds $name when it is planted',
    async ({ name, foundBy }, { expect: expectHere }) => {
      const options = ['--plant', name, '--jobs', '1', '--stop-at-first', '--quiet']
      const first =
        foundBy === 'a day of its own'
          ? ['--plans', join(days, `${name}.json`)]
          : ['--seeds', '1', '--from', String(foundBy)]
      const known = await simulate(name, ...options, ...first)
      const { code, state } = known.code === 1 ? known : await search(name, options)
      expectHere(code).toBe(1)
      expectHere(state.failed).not.toEqual([])
    },
  )

  it('prints the story of a day that broke a law, and keeps a smaller plan that breaks the same law again', async ({
    expect: expectHere,
  }) => {
    const options = ['--plant', 'delete-before-send', '--jobs', '1']
    const story = await simulate('story', ...options, '--seeds', '1', '--from', '1', '--shrink', '3')
    expectHere(story.output).toContain('Seed 1 broke ')
    expectHere(story.output).toMatch(/What happened in it:\n {2}\d+\.\d{3} s {2}\S/)
    const written = readFileSync(join(home, 'story', 'simulation-seed-1.json'), 'utf8')
    expectHere(story.output).toContain(written.trim())
    expectHere(sizeOf(JSON.parse(written) as Plan)).toBeLessThan(sizeOf(makePlan(1)))
    const savedPlans = join(home, 'kept plans')
    mkdirSync(savedPlans)
    copyFileSync(join(home, 'story', 'simulation-seed-1.json'), join(savedPlans, 'a plan.json'))
    const again = await simulate('replayed', ...options, '--plans', savedPlans)
    expectHere(again.code).toBe(1)
    const laws = Object.keys(again.state.laws)
    expectHere(laws.some((law) => law in story.state.laws)).toBe(true)
  })
})

function sizeOf({ doings, faults }: Plan): number {
  return doings.length + faults.length
}
