/**
 * `node scripts/dev/run-file.mjs FILE ARGUMENTS…`: runs a file of this project with its own Node 24, from a fresh
 * clone too; what is missing is installed first. Arguments, terminal and exit code are passed through.
 */
import { ensureInstalled, runOwnNode } from './install.mjs'

const [file = '', ...words] = process.argv.slice(2)
try {
  // A backup is made while the server runs, often right before an update.
  ensureInstalled({ keepOlder: file.startsWith('server/') })
  process.exitCode = await runOwnNode([file, ...words])
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
