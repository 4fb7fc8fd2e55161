/**
 * Reads the report of Vitest or Playwright for a step: how many tests passed, and the messages of those that failed.
 */
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Enough of a message to know where to look; the full message is printed further up. */
const LINES = 30

/** The beginning of a message; of a long one the end too, where a program prints its result. */
function shorten(message) {
  const lines = stripVTControlCharacters(message).trim().split('\n')
  if (lines.length <= LINES) return lines.join('\n')
  return [...lines.slice(0, LINES - 10), '…', ...lines.slice(-9)].join('\n')
}

/** A file that could not even be loaded is one failure. */
function readVitest(report, folder) {
  const failures = report.testResults.flatMap((file) => {
    const place = relative(folder, file.name)
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    if (file.status === 'failed' && failed.length === 0) return [{ place, said: shorten(file.message ?? '') }]
    return failed.map(({ fullName, failureMessages }) => {
      return { place: `${place} › ${fullName}`, said: shorten(failureMessages.join('\n')) }
    })
  })
  const skipped = report.numPendingTests + report.numTodoTests
  return { passed: report.numPassedTests, failed: failures.length, skipped, failures }
}

function testsIn(suite) {
  const own = (suite.specs ?? []).flatMap(({ title, file, tests }) => {
    return tests.map(({ status, results }) => ({ place: `${file} › ${title}`, status, results }))
  })
  return [...own, ...(suite.suites ?? []).flatMap(testsIn)]
}

/** Lines of the page that was shown when a test failed; what the screen says is rarely longer. */
const PAGE_LINES = 60

/** What Playwright wrote down of the page when the test failed: the lines of its main part that have words. */
function readPage(results) {
  const written = results
    .flatMap(({ attachments }) => attachments ?? [])
    .find(({ name, path }) => name === 'error-context' && path !== undefined && existsSync(path))
  if (!written) return ''
  const lines = readFileSync(written.path, 'utf8')
    .replaceAll(/ \[(?:ref|cursor|level)=\w+\]/g, '')
    .split('\n')
  const main = lines.findIndex((line) => /- main\b/.test(line))
  if (main < 0) return ''
  const words = lines.slice(main).filter((line) => /"|: \S/.test(line) && !/\/url:/.test(line))
  return ['', 'the page:', ...words.slice(0, PAGE_LINES).map((line) => line.trim())].join('\n')
}

/** What each phone of the test knew of the server when it failed, one line each. */
function readSyncState(results) {
  const attached = results.flatMap(({ attachments }) => attachments ?? [])
  const bodies = attached.filter(({ name, body }) => name === 'sync-state' && body !== undefined)
  if (bodies.length === 0) return ''
  return ['', 'the phones:', ...bodies.map(({ body }) => Buffer.from(body, 'base64').toString())].join('\n')
}

/** A test that passed only when it was repeated is a failure too. */
function readPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report.stats
  const failures = report.suites
    .flatMap(testsIn)
    .filter(({ status }) => status === 'unexpected' || status === 'flaky')
    .map(({ place, results }) => {
      const errors = results.flatMap((result) => result.errors ?? [])
      const said = shorten(errors.map(({ message }) => message ?? '').join('\n'))
      return { place, said: said + readSyncState(results) + readPage(results) }
    })
  return { passed: expected, failed: unexpected + flaky, skipped, failures }
}

/**
 * Takes a parsed JSON report of either and the project's folder; returns the counts, and each failure with its place.
 */
export function readReport(report, folder) {
  return report.stats ? readPlaywright(report) : readVitest(report, folder)
}
