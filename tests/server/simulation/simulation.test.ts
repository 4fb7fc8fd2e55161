import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { PLANTED_BUGS } from '#tests/simulation/planted-bugs/planted-bugs.ts'

/** Fewer for a quick look. */
const SEEDS = Number(process.env['SIMULATED_DAYS'] ?? 300)
/** Run once more, by another process and after other seeds than the first time. */
const AGAIN = { from: Math.max(1, SEEDS - 80), seeds: 6 }

const home = mkdtempSync(join(tmpdir(), 'risiti-simulate-'))
const folder = join(import.meta.dirname, '../../simulation')
afterAll(() => rmSync(home, { recursive: true, force: true }))

type Run = {
  readonly code: number
  readonly output: string
  readonly state: { readonly failed: number[]; readonly fingerprints: Record<string, string> }
}

/** Runs `npm run simulate` in a process of its own: it takes the clock and the timers of the whole process. */
function simulate(name: string, ...options: readonly string[]): Promise<Run> {
  const state = join(home, `${name}.json`)
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [join(folder, 'main.ts'), '--state', state, ...options],
      { maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        const code = error ? Number(error.code) : 0
        const output = `${stdout}\n${stderr}`
        // 2 and everything above: the simulation itself broke.
        if (code > 1 || Number.isNaN(code)) reject(new Error(output))
        else resolve({ code, output, state: JSON.parse(readFileSync(state, 'utf8')) as Run['state'] })
      },
    )
  })
}

describe('a simulated shop', () => {
  let first: Run['state'] | undefined

  it('keeps every law over its days of trouble; three hundred of them have all the trouble there is', async () => {
    const { code, output, state } = await simulate('laws', '--seeds', String(SEEDS))
    first = state
    console.log(output.trim().split('\n').at(-1))
    expect(code, output).toBe(0)
  })

  it('has the same history whenever it starts from the same seed', async () => {
    const { from, seeds } = AGAIN
    const options = ['--seeds', String(seeds), '--from', String(from), '--jobs', '1', '--quiet']
    const { state } = await simulate('again', ...options)
    expect(Object.keys(state.fingerprints)).toHaveLength(seeds)
    expect(new Set(Object.values(state.fingerprints)).size).toBe(seeds)
    expect(first?.fingerprints).toMatchObject(state.fingerprints)
  })

  it('keeps every law on the days that once broke one', async () => {
    const { code, output } = await simulate('kept', '--plans', join(folder, 'regressions'))
    expect(code, output).toBe(0)
  })
})

describe.concurrent('the judge of simulated shops', () => {
  it.for(PLANTED_BUGS)(
    'finds $name when it is planted',
    async ({ name, foundBy }, { expect: expectHere }) => {
      const options = ['--plant', name, '--jobs', '1', '--stop-at-first', '--quiet']
      const known = await simulate(name, ...options, '--seeds', '1', '--from', String(foundBy))
      const search = () => simulate(name, ...options, '--seeds', String(SEEDS))
      const { code, state } = known.code === 1 ? known : await search()
      expectHere(code).toBe(1)
      expectHere(state.failed).not.toEqual([])
    },
  )
})
