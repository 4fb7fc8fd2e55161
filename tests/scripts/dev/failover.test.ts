import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const COMMAND = new URL('../../../scripts/dev/failover.mjs', import.meta.url).pathname

function run(words: readonly string[], path: string) {
  return spawnSync(process.execPath, [COMMAND, ...words], { encoding: 'utf8', env: { PATH: path } })
}

test('where the programs are missing, one line says what the test needs', () => {
  const { status, stdout, stderr } = run([], '')
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toMatch(/^test:failover needs [^\n]+\n$/)
})

test('an argument that it does not have is refused before anything is started', () => {
  const { status, stderr } = run(['--rubbish'], '')
  expect(status).toBe(2)
  expect(stderr).toContain('--rubbish')
})
