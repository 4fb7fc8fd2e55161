/**
 * `npm run faults [-- ID…]`: runs every test whose title ends in the id of a fault, such as (A5) or (C2, I-1), among
 * the unit, server and browser tests. Without ids it runs all of them. `-- --list` prints the ids instead, and where
 * each is injected.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfChanged } from '../build/build.mjs'
import { readWords, refuseWords } from './command-arguments.mjs'
import { ensureBrowser } from './find-browser.mjs'
import { ensureInstalled, runCommand } from './install.mjs'

const USAGE = `Usage: npm run faults -- [ID]…
       npm run faults -- --list

Runs the tests that inject these faults, such as A5 or I-1, or all of them. --list tells the ids, and where each is
injected.`

const { values, positionals: ids } = readWords(USAGE, {
  options: { list: { type: 'boolean' } },
  allowPositionals: true,
})
const unknown = ids.filter((id) => !/^([A-HJ-L]\d{1,2}|I-\d{1,2})$/.test(id))
if (unknown.length > 0) refuseWords(USAGE, `Not the id of a fault: ${unknown.join(', ')}.`)
ensureInstalled()
if (values.list) process.exit(await runCommand('node tests/faults/list-faults.main.ts'))
const wanted = ids.length === 0 ? '[A-HJ-L][0-9]+|I-[0-9]+' : ids.join('|')
// Every test has its own limit; this one is for a runner that hangs.
const limitMinutes = 60
const title = `([(]|, )(${wanted})(,|[)])`

/** Where these faults are injected; without ids everywhere, which is `undefined`. */
async function filesOfFaults() {
  if (ids.length === 0) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'risiti-faults-'))
  const output = join(folder, 'files')
  await runCommand(`node tests/faults/list-faults.main.ts --files ${ids.join(' ')}`, { output })
  const files = readFileSync(output, 'utf8')
    .split('\n')
    .filter((file) => file !== '')
  rmSync(folder, { recursive: true })
  return files
}

const files = await filesOfFaults()
const inBrowser = files?.filter((file) => file.startsWith('tests/e2e/'))
const others = files?.filter((file) => !file.startsWith('tests/e2e/'))
let passed = true
if (others?.length !== 0) {
  const command = `vitest run --passWithNoTests ${others?.join(' ') ?? ''} -t "${title}"`
  passed = (await runCommand(command, { limitMinutes })) === 0
}
if (inBrowser?.length !== 0) {
  const options = `--config tests/e2e/playwright.config.ts --pass-with-no-tests --grep "${title}"`
  const env = { CHROMIUM_PATH: (await ensureBrowser()).path }
  const built = await buildIfChanged()
  const browser = built
    ? await runCommand(`playwright test ${options} ${inBrowser?.join(' ') ?? ''}`, { env, limitMinutes })
    : 1
  passed = passed && browser === 0
}
process.exitCode = passed ? 0 : 1
