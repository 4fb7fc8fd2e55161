import { expect, it } from 'vitest'
import type { ZReportView } from '#contract/fiscal.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { statedEnvironment } from '#domain/fiscal/environment.ts'
import { toCents } from '#domain/money/cents.ts'
import { reportLines } from '#domain/receipts/report-lines.ts'
import { zReportMarks, zReportTables } from '#features/sales/z-report-tables.ts'
import { readLanguage } from '../../i18n/read-language.ts'

const LIVE = statedEnvironment('live')
const SIMULATED = statedEnvironment('simulator')
const TEST_MARKS = ['SI RISITI YA EFD - JARIBIO LA TRA', 'NOT A FISCAL RECEIPT - TRA TEST']

function report(environment?: ZReportView['environment']): ZReportView {
  return {
    ...{ day: '2026-11-22' as FiscalDay, znumber: '20261122', ticketsFiscal: 0, delivery: 'acknowledged' },
    ...{ dailyTotal: toCents(0), gross: toCents(0), discounts: toCents(0), acknowledgedAt: null },
    ...{ vatTotals: [], payments: [], environment },
  }
}

it('a Z report of a device that is not live is marked, whatever the company sends to now (design D20)', async () => {
  const { speak } = await readLanguage('en')
  const titleOf = (of: ZReportView, now = LIVE) =>
    zReportTables(of, { translate: speak._.bind(speak), taxNameIn: () => String, now })[0]?.title
  const plain = 'Z report 20261122 of 22-11-2026'
  expect(titleOf(report('live'), SIMULATED)).toBe(plain)
  expect(titleOf(report('test'))).toBe(`${plain} - JARIBIO LA TRA / TRA TEST`)
  // An older server does not say of which authority it is.
  expect(titleOf(report(), SIMULATED)).toBe(`${plain} - MAJARIBIO / SIMULATION`)
  expect(titleOf(report(), LIVE)).toBe(plain)
})

it('a file has the marks of all its Z reports, each once, and none of live ones', () => {
  expect(zReportMarks([report('live'), report()], LIVE)).toEqual([])
  expect(zReportMarks([report('test'), report('live'), report('test')], LIVE)).toEqual(TEST_MARKS)
})

it('paper has the marks at both ends, as a receipt has them', () => {
  const lines = reportLines({ marks: TEST_MARKS, title: 'Z REPORT', seller: 'Duka', facts: [], tables: [] })
  const frames = TEST_MARKS.map((text) => ({ kind: 'frame', text }))
  expect(lines.slice(0, 3)).toEqual([...frames, { kind: 'frame', text: 'Z REPORT' }])
  expect(lines.slice(-2)).toEqual(frames)
})
