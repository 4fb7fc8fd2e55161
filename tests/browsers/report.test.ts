import { expect, test } from 'vitest'
import { reportOf, tableOf } from './report.ts'
import type { Walked } from './walk.ts'

const FINE: Walked = {
  engine: 'Firefox',
  version: '153.7.0',
  steps: [
    { name: 'login', seconds: 2 },
    { name: 'send', seconds: 1.5 },
  ],
  lacks: ['Background Sync'],
  seconds: 3.5,
}
const BROKEN: Walked = {
  engine: 'Chromium 109',
  version: '109.0.5412.0',
  steps: [{ name: 'login', seconds: 30, error: 'button Log in: not within 30 s' }],
  lacks: [],
  seconds: 31,
}

test('the table says of each browser how far it came, and what it does without', () => {
  expect(tableOf([FINE, BROKEN]).split('\n')).toEqual([
    'engine        version       steps   seconds  result           does without',
    'Firefox       153.7.0       2 of 2  3.5      fine             Background Sync',
    'Chromium 109  109.0.5412.0  0 of 1  31.0     failed at login  -',
  ])
})

test('the report counts a browser as one test, with the error of the step at which it ended', () => {
  expect(reportOf([FINE, BROKEN])).toMatchObject({
    numPassedTests: 1,
    testResults: [
      {
        assertionResults: [
          { status: 'passed' },
          { status: 'failed', failureMessages: ['button Log in: not within 30 s'] },
        ],
      },
    ],
  })
})
