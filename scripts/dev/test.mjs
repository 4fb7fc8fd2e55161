/**
 * `npm test`: everything, from a fresh clone. Installs, finds a browser, then builds, checks and runs all tests.
 * A step that fails does not hide the next one. The last line is always `N passed, N failed`; a failed step
 * without tests of its own counts as one failure. Steps follow one another, but for the simulation.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfChanged } from '../build/build.mjs'
import { runOtherEngines } from './browser-matrix.mjs'
import { runBrowserTests } from './browser-tests.mjs'
import { ensureBrowser } from './find-browser.mjs'
import { ensureInstalled, projectFolder, runCommand } from './install.mjs'
import { readReport } from './read-report.mjs'

const resultsFolder = join(projectFolder, 'test-results')
const began = Date.now()
const totals = { passed: 0, failed: 0 }
const summary = []
const failures = []

/** The report of a step, if it wrote one. */
function reportOf(name) {
  const file = join(resultsFolder, `${name}.json`)
  return existsSync(file) ? readReport(JSON.parse(readFileSync(file, 'utf8')), projectFolder) : undefined
}

/** Runs one step and adds it to the totals; `work` resolves with true on success. */
async function step(name, work) {
  console.log(`\n── ${name} ──`)
  const start = Date.now()
  let fine = false
  try {
    fine = await work()
  } catch (error) {
    console.error(error.message)
  }
  const counted = reportOf(name)
  const passed = counted?.passed ?? 0
  let failed = counted?.failed ?? 0
  if (!fine && failed === 0) failed = 1
  totals.passed += passed
  totals.failed += failed
  for (const { place, said } of counted?.failures ?? []) failures.push(`${name}: ${place}\n${said}\n`)
  const seconds = ((Date.now() - start) / 1000).toFixed(1).padStart(6)
  const skipped = counted?.skipped ? `, ${counted.skipped} skipped` : ''
  const tests = counted ? `${passed} passed, ${failed} failed${skipped}` : failed ? 'failed' : 'fine'
  summary.push(`${name.padEnd(10)} ${seconds} s  ${tests}`)
  return fine
}

const succeeds = async (command, options) => (await runCommand(command, options)) === 0

function vitestCommand(step, projects = [step]) {
  const report = `--reporter=default --reporter=json --outputFile.json=test-results/${step}.json`
  return `vitest run ${projects.map((project) => `--project ${project}`).join(' ')} --passWithNoTests ${report}`
}

/** Three times what it takes at rest: the limit is for a run that never ends, not for a busy machine. */
const vitest = (step, { env = {}, projects = [step] } = {}) =>
  succeeds(vitestCommand(step, projects), { env, limitMinutes: 40 })

/** Runs beside other steps on the processor time that they leave; its output is printed as a whole at the end. */
async function vitestBeside(project) {
  const output = join(resultsFolder, `${project}.log`)
  const fine = await succeeds(`nice -n 10 ${vitestCommand(project)}`, { output, limitMinutes: 85 })
  console.log(readFileSync(output, 'utf8'))
  return fine
}

async function runEverything() {
  rmSync(resultsFolder, { recursive: true, force: true })
  mkdirSync(resultsFolder, { recursive: true })
  const installed = await step('install', () => {
    ensureInstalled()
    return true
  })
  if (!installed) return
  let browser
  await step('browser', async () => {
    browser = await ensureBrowser()
    return true
  })
  const built = await step('build', () => buildIfChanged())
  await step('check', () => succeeds('node scripts/dev/check.mjs'))
  if (built) await step('bytes', () => succeeds('node scripts/check/bytes.ts'))
  // Servers wait for their databases much of the time; the simulated days only need the processor.
  const simulation = step('simulation', () => vitestBeside('simulation'))
  await step('unit', () => vitest('unit'))
  // What `postgres` also runs, on a database that waits for the disk, is run only there.
  await step('server', () =>
    vitest('server', { env: { SERVER_SUITES: 'others' }, projects: ['server', 'faults'] }),
  )
  await step('postgres', () => vitest('postgres'))
  if (built && browser) {
    await step('e2e', async () => (await runBrowserTests(browser)) === 0)
    await step('browsers', async () => (await runOtherEngines(join(resultsFolder, 'browsers.json'))) === 0)
  }
  await simulation
}

await runEverything()
const minutes = ((Date.now() - began) / 60_000).toFixed(1)
// Repeated at the end, for a reader who sees only the last lines.
if (failures.length > 0) console.log(`\n── what failed ──\n${failures.join('\n')}`)
console.log(`\n${summary.join('\n')}\nin ${minutes} minutes\n`)
process.exitCode = totals.failed > 0 ? 1 : 0
console.log(`${totals.passed} passed, ${totals.failed} failed`)
