/**
 * `npm run faults [-- ID…]`: every test whose title ends in the id of a fault, such as (A5) or (C2, I-1), in the
 * unit, server and browser tests. Without ids all of them, with ids only those. `-- --list` tells the ids instead, and
 * where each is injected.
 */
import { ensureBrowser } from './browser.mjs'
import { buildIfChanged } from './build.mjs'
import { ensureInstalled, runCommand } from './install.mjs'

ensureInstalled()
const ids = process.argv.slice(2)
if (ids[0] === '--list') process.exit(await runCommand('node tests/faults/list-faults.main.ts'))
const unknown = ids.filter((id) => !/^([A-HJ-L]\d{1,2}|I-\d{1,2})$/.test(id))
if (unknown.length > 0) {
  console.error(`Not the id of a fault: ${unknown.join(', ')}. They look like A5 or I-1.`)
  process.exit(2)
}
const wanted = ids.length === 0 ? '[A-HJ-L][0-9]+|I-[0-9]+' : ids.join('|')
const title = `([(]|, )(${wanted})(,|[)])`

const built = await buildIfChanged()
const env = { CHROMIUM_PATH: await ensureBrowser() }
const vitest = await runCommand(`vitest run --passWithNoTests -t "${title}"`)
const browser = built
  ? await runCommand(
      `playwright test --config tests/e2e/playwright.config.ts --pass-with-no-tests --grep "${title}"`,
      { env },
    )
  : 1
process.exitCode = vitest === 0 && browser === 0 ? 0 : 1
