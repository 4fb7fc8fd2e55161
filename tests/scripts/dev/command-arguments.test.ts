import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const PROJECT = new URL('../../../', import.meta.url)
const { scripts } = JSON.parse(readFileSync(new URL('package.json', PROJECT), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>
}

/** Runs a command of package.json as npm does, with these words behind it. */
function run(name: string, ...words: string[]) {
  const [program = '', ...first] = scripts[name]?.split(' ') ?? []
  expect(program).toBe('node')
  const { status, stdout, stderr } = spawnSync(process.execPath, [...first, ...words], {
    cwd: PROJECT,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const STRICT = ['simulate', 'bench', 'faults', 'check', 'backup', 'restore', 'admin:create']

test.each([...STRICT, 'admin:disable', 'admin:reset-password', 'admin:reset-second-factor', 'screens'])(
  'npm run %s -- --help prints the usage and does nothing',
  (name) => {
    const { status, stdout, stderr } = run(name, '--help')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain(`npm run ${name} -- `)
  },
)

test.each([
  ...STRICT.map((name) => [name, '--rubbish']),
  ['simulate', '--seeds', 'many'],
  ['simulate', '--plant', 'roses'],
  ['bench', 'rubbish'],
  ['faults', 'Z9'],
  ['check', 'rubbish'],
])('npm run %s -- %s: exit code 2, what is wrong, and how it is used', (name = '', ...words) => {
  const { status, stdout, stderr } = run(name, ...words)
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr.split('\n')[0]).toContain(words.at(-1))
  expect(stderr).toContain(`\n\nUsage: npm run `)
  expect(stderr).toContain(`npm run ${name} -- `)
  expect(stderr).not.toContain('    at ')
})
