import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'

type Read = {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly failures: readonly { readonly place: string; readonly said: string }[]
}
// Plain JavaScript: it runs before anything is installed.
const { readReport } = (await import(
  new URL('../../../scripts/dev/read-report.mjs', import.meta.url).href
)) as {
  readonly readReport: (report: unknown, folder: string) => Read
}

const RED = '\u001B[31m'

describe('what a step of npm test reported', () => {
  it('is each failed test of Vitest with its file, its title and what it said', () => {
    const failed = {
      status: 'failed',
      fullName: 'a law holds',
      failureMessages: [`${RED}expected 1 to be 2\n at x`],
    }
    const report = {
      numPassedTests: 7,
      numFailedTests: 1,
      numPendingTests: 1,
      numTodoTests: 1,
      testResults: [
        {
          name: '/shop/tests/laws.test.ts',
          status: 'failed',
          message: '',
          assertionResults: [{ status: 'passed', fullName: 'another', failureMessages: [] }, failed],
        },
        {
          name: '/shop/tests/torn.test.ts',
          status: 'failed',
          message: 'Unexpected end',
          assertionResults: [],
        },
        { name: '/shop/tests/fine.test.ts', status: 'passed', message: '', assertionResults: [] },
      ],
    }
    expect(readReport(report, '/shop')).toEqual({
      passed: 7,
      failed: 2,
      skipped: 2,
      failures: [
        { place: 'tests/laws.test.ts › a law holds', said: 'expected 1 to be 2\n at x' },
        { place: 'tests/torn.test.ts', said: 'Unexpected end' },
      ],
    })
  })

  it('is each test of Playwright that failed or only passed at the second try', () => {
    const of = (title: string, status: string, ...said: string[]) => {
      const results = said.map((message) => ({ errors: message ? [{ message }] : [] }))
      return { title, file: 'tests/e2e/till.spec.ts', tests: [{ status, results }] }
    }
    const inner = { specs: [of('prints', 'flaky', 'too slow', '')] }
    const report = {
      stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 },
      suites: [
        {
          specs: [of('sells', 'unexpected', `${RED}no button`), of('opens', 'expected', '')],
          suites: [inner],
        },
      ],
    }
    expect(readReport(report, '/shop')).toEqual({
      passed: 3,
      failed: 2,
      skipped: 0,
      failures: [
        { place: 'tests/e2e/till.spec.ts › sells', said: 'no button' },
        { place: 'tests/e2e/till.spec.ts › prints', said: 'too slow' },
      ],
    })
  })

  it('includes what the page showed and what the phones knew when a browser test failed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'risiti-report-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'error-context.md')
    const page = [
      '# Page snapshot',
      '- banner [ref=e1]: Online',
      '- main [ref=e2]:',
      '  - generic [ref=e3]:',
      '    - heading "Sending" [level=1] [ref=e4]',
      '    - link "All sent" [ref=e5] [cursor=pointer]:',
      '      - /url: /sync',
      '      - generic [ref=e6]: Everything is sent',
    ]
    writeFileSync(path, page.join('\n'))
    const body = Buffer.from('/sync visible, online').toString('base64')
    const attachments = [
      { name: 'error-context', path },
      { name: 'sync-state', body },
    ]
    const results = [{ errors: [{ message: 'no card' }], attachments }]
    const spec = { title: 'sends', file: 'a.spec.ts', tests: [{ status: 'unexpected', results }] }
    const report = {
      stats: { expected: 0, unexpected: 1, flaky: 0, skipped: 0 },
      suites: [{ specs: [spec] }],
    }
    const [failure] = readReport(report, folder).failures
    expect(failure?.said.split('\n')).toEqual([
      'no card',
      'the phones:',
      '/sync visible, online',
      'the page:',
      '- heading "Sending"',
      '- link "All sent":',
      '- generic: Everything is sent',
    ])
  })

  it('includes the beginning and the end of a long message', () => {
    const lines = Array.from({ length: 500 }, (_, line) => `line ${line}`)
    const failed = { status: 'failed', fullName: 'seeds', failureMessages: [lines.join('\n')] }
    const file = { name: '/shop/a.test.ts', status: 'failed', message: '', assertionResults: [failed] }
    const counts = { numPassedTests: 0, numPendingTests: 0, numTodoTests: 0 }
    const [failure] = readReport({ ...counts, testResults: [file] }, '/shop').failures
    const said = failure?.said.split('\n') ?? []
    expect(said).toHaveLength(30)
    expect(said.slice(0, 20)).toEqual(lines.slice(0, 20))
    expect(said.slice(21)).toEqual(lines.slice(-9))
  })
})
