import { expect, it } from 'vitest'
import type { ZReportView } from '#contract/fiscal.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { statedEnvironment } from '#domain/fiscal/environment.ts'
import { toCents } from '#domain/money/cents.ts'
import { reportLines } from '#domain/receipts/report-lines.ts'
import { cellText } from '#domain/reports/report-table.ts'
import { zReportTables } from '#features/sales/z-report-tables.ts'
import { readLanguage } from '../../i18n/read-language.ts'

const DEVICE = {
  serial: '10TZ199999',
  regId: 'TZ0100999111',
  taxOffice: 'Tax Office Ilala',
  vrn: '40000001A',
}

function report(change: Partial<ZReportView> = {}): ZReportView {
  return {
    ...{ day: '2026-11-22' as FiscalDay, znumber: '20261122', ticketsFiscal: 3, delivery: 'acknowledged' },
    ...{ dailyTotal: toCents(0), gross: toCents(0), discounts: toCents(0), acknowledgedAt: null },
    ...{ vatTotals: [], payments: [], ...change },
  }
}

async function tablesOf(of: ZReportView) {
  const { speak } = await readLanguage('en')
  const translate = speak._.bind(speak)
  return zReportTables(of, { translate, taxNameIn: () => String, now: statedEnvironment('live') })
}

async function rowsOf(of: ZReportView): Promise<string[]> {
  const tables = await tablesOf(of)
  return tables.flatMap(({ rows }) => rows.map((row) => row.map(cellText).join(': ')))
}

it('a Z report names its device and its voided receipts (TRA guide, Z report)', async () => {
  const rows = await rowsOf(report({ device: DEVICE, ticketsVoid: 0 }))
  expect(rows).toEqual(
    expect.arrayContaining([
      'Voided receipts, never sent to TRA: 0',
      'Fiscal receipts: 3',
      'VRN: 40-000001-A',
      'Tax office: Tax Office Ilala',
      'REGID: TZ0100999111',
      'Serial number: 10TZ199999',
    ]),
  )
})

it('a device without VAT registration says so, and what it does not know has no line', async () => {
  const rows = await rowsOf(report({ device: { ...DEVICE, vrn: '', taxOffice: '' } }))
  expect(rows).toContain('VRN: Not registered for VAT')
  expect(rows.filter((row) => row.startsWith('Tax office'))).toEqual([])
})

it('a report of an older server has only the lines that it knows', async () => {
  const titles = (await tablesOf(report())).map(({ title }) => title)
  expect(titles).toEqual(['Z report 20261122 of 22-11-2026', 'Tax', 'Payments'])
  expect((await rowsOf(report())).filter((row) => /Voided|VRN|REGID/.test(row))).toEqual([])
})

it('paper has the device with a line for each number', async () => {
  const tables = await tablesOf(report({ device: DEVICE, ticketsVoid: 0 }))
  const lines = reportLines({ marks: [], title: 'Z REPORT', seller: 'Duka', facts: [], tables })
  expect(lines).toContainEqual({ kind: 'sum', name: 'VRN', value: '40-000001-A' })
  expect(lines).toContainEqual({ kind: 'sum', name: 'Serial number', value: '10TZ199999' })
})
