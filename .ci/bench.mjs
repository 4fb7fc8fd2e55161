/**
 * `npm run bench [-- WORDS…]`: builds what changed, so that no old build is measured, then runs the benches; they find
 * a browser themselves when one of them needs it. `-- --ci` weighs the build against the byte budgets instead, which
 * are the same on every machine: the exit code is 1 when one is exceeded.
 */
import { buildIfChanged } from './build.mjs'
import { ensureInstalled, runCommand, runOwnNode } from './install.mjs'

const words = process.argv.slice(2)
const onlyBytes = words.includes('--ci')
try {
  if (onlyBytes && words.length > 1) throw new Error('--ci stands alone: it weighs the whole build.')
  ensureInstalled()
  if (!(await buildIfChanged())) process.exitCode = 1
  else if (onlyBytes) process.exitCode = await runCommand('node .ci/check/bytes.ts')
  else process.exitCode = await runOwnNode(['tests/bench/run-bench.ts', ...words])
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
