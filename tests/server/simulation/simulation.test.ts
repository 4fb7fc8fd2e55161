import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { PLANTED_BUGS } from '#tests/simulation/planted-bugs/planted-bugs.ts'

const home = mkdtempSync(join(tmpdir(), 'risiti-simulate-'))
const main = join(import.meta.dirname, '../../simulation/main.ts')
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
      [main, '--state', state, ...options],
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
  it('keeps every law over fifty days of trouble on phones, network, server and authority', async () => {
    const { code, output } = await simulate('laws', '--seeds', '50')
    expect(code, output).toBe(0)
  }, 400_000)

  it('has the same history whenever it starts from the same seed', async () => {
    const options = ['--seeds', '6', '--from', '101', '--quiet']
    const [first, second] = [await simulate('first', ...options), await simulate('second', ...options)]
    expect(first.state.fingerprints).toEqual(second.state.fingerprints)
    expect(Object.keys(first.state.fingerprints)).toHaveLength(6)
    expect(new Set(Object.values(first.state.fingerprints)).size).toBe(6)
  }, 200_000)
})

describe('the judge of simulated shops', () => {
  it.for(PLANTED_BUGS)('finds $name when it is planted', { timeout: 400_000 }, async ({ name }) => {
    const options = ['--plant', name, '--seeds', '300', '--stop-at-first', '--quiet']
    const { code, state } = await simulate(name, ...options)
    expect(code).toBe(1)
    expect(state.failed).not.toEqual([])
  })
})
