/**
 * `npm run bench [-- WORDS…]`: builds what changed, so that no old build is measured, then runs the benches; they find
 * a browser themselves when one of them needs it. `-- --ci` weighs the build against the byte budgets instead, which
 * are the same on every machine: the exit code is 1 when one is exceeded.
 */
import { buildIfChanged } from '../build/build.mjs'
import { readWords, refuseWords } from './command-arguments.mjs'
import { ensureInstalled, runCommand, runOwnNode } from './install.mjs'

const USAGE = `Usage: npm run bench -- [--only NAME]… [--full] [--strict]
       npm run bench -- --ci

Measures, prints a table and writes bench-results.json. --only takes the name of a bench or its beginning; --full takes
the large sizes; --strict makes a missed budget the exit code. --ci weighs the build against its byte budgets instead.`

const words = process.argv.slice(2)
const flag = { type: 'boolean' }
const { values } = readWords(USAGE, {
  options: { only: { type: 'string', multiple: true }, full: flag, strict: flag, ci: flag },
})
const onlyBytes = values.ci === true
if (onlyBytes && words.length > 1) refuseWords(USAGE, '--ci stands alone: it weighs the whole build.')
try {
  ensureInstalled()
  if (!(await buildIfChanged())) process.exitCode = 1
  else if (onlyBytes) process.exitCode = await runCommand('node scripts/check/bytes.ts')
  else process.exitCode = await runOwnNode(['tests/bench/run-bench.ts', ...words])
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
