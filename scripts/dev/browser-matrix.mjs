/**
 * `npm run test:browsers`: walks the core path (login to update) in old Chromiums, the newest one of the machine,
 * Firefox and WebKitGTK, and prints a table. `-- --only NAME` takes one engine, `-- --times N` walks N times.
 */
import { pathToFileURL } from 'node:url'
import { buildIfChanged } from '../build/build.mjs'
import { readWords, refuseWords } from './command-arguments.mjs'
import { ensureBrowser } from './find-browser.mjs'
import { findMatrix, findPresent } from './find-engines.mjs'
import { ensureInstalled, runCommand } from './install.mjs'

const USAGE = `Usage: npm run test:browsers -- [--only NAME] [--times N]

Walks the core path in every browser that can be had here and prints a table: engine, version, steps, seconds. --only
takes those whose name begins so, such as "Chromium 109" or Firefox. Browsers are fetched into .browsers.`

function runMatrix(engines, words) {
  const env = { BROWSERS: JSON.stringify(engines) }
  return runCommand(`node tests/browsers/run-browsers.main.ts ${words.join(' ')}`, { env, limitMinutes: 60 })
}

/** The short path in one of each other engine that is here already; writes a report for `npm test`. */
export async function runOtherEngines(report) {
  return await runMatrix(await findPresent(), ['--short', '--report', JSON.stringify(report)])
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = readWords(USAGE, {
    options: { only: { type: 'string', default: '' }, times: { type: 'string', default: '1' } },
  })
  if (!/^[1-9]\d?$/.test(values.times))
    refuseWords(USAGE, `--times takes a number from 1 to 99, not ${values.times}`)
  try {
    ensureInstalled()
    const engines = (await findMatrix((await ensureBrowser()).path)).filter(({ name }) =>
      name.startsWith(values.only),
    )
    if (engines.length === 0) refuseWords(USAGE, `No engine is called ${values.only}`)
    process.exitCode = (await buildIfChanged()) ? await runMatrix(engines, ['--times', values.times]) : 1
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
