/**
 * `npm run check`: everything that can be checked without running the sources. No network. The checks run in
 * parallel; each prints only when it finds something.
 */
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { stripVTControlCharacters } from 'node:util'
import { readWords, refuseWords } from './command-arguments.mjs'
import { ensureInstalled, projectFolder, toolEnvironment } from './install.mjs'

const checks = {
  types: 'tsc -b --pretty false',
  lint: 'oxlint --type-aware --report-unused-disable-directives --deny-warnings .',
  format: 'biome ci --colors=off --error-on-warnings .',
  walls: 'node scripts/check/room-imports.ts',
  chunks: 'node scripts/check/chunk-names.ts',
  words: 'node scripts/check/words.ts',
  documents: 'node scripts/check/document-names.ts',
  translations: 'node scripts/check/translations.ts',
  contract: 'vitest run --project unit tests/contract/version.test.ts --passWithNoTests --reporter=dot',
  'dead code': 'knip --config scripts/check/knip.jsonc --no-progress',
  lock: 'node scripts/check/complete-lock.mjs --check',
}

/** Runs one check; returns its name, duration and whether it passed. */
function runCheck(name) {
  return new Promise((resolve) => {
    const start = Date.now()
    const child = spawn(checks[name], {
      cwd: projectFolder,
      shell: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: toolEnvironment({ NO_COLOR: '1' }),
    })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('close', (code) => {
      const seconds = ((Date.now() - start) / 1000).toFixed(1)
      console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
      if (code !== 0) console.log(stripVTControlCharacters(output).trimEnd())
      resolve(code === 0)
    })
  })
}

const USAGE = `Usage: npm run check -- [NAME]…

Runs these checks, or all: ${Object.keys(checks).join(', ')}.`

const { positionals: asked } = readWords(USAGE, { allowPositionals: true })
const unknown = asked.filter((name) => !(name in checks))
if (unknown.length > 0) refuseWords(USAGE, `No check: ${unknown.join(', ')}.`)
ensureInstalled()
const waiting = Object.keys(checks).filter((name) => asked.length === 0 || asked.includes(name))
const results = []
async function work() {
  for (let name = waiting.shift(); name; name = waiting.shift()) results.push(await runCheck(name))
}
await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work))
if (results.includes(false)) process.exitCode = 1
