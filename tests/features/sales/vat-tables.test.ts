import { expect, it } from 'vitest'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { toCents, ZERO_CENTS } from '#domain/money/cents.ts'
import { ZERO_FIGURES } from '#domain/reports/aggregate.ts'
import { salesReport } from '#domain/reports/sales-report.ts'
import { type CanceledVat, vatWorksheet } from '#domain/reports/vat-worksheet.ts'
import { reportTables } from '#features/sales/report-tables.ts'
import { vatTables } from '#features/sales/vat-tables.ts'
import { readLanguage } from '../../i18n/read-language.ts'

const inEnglish = ({ message }: { readonly message?: string }) => message ?? ''
const none = { vat: ZERO_CENTS, counted: 0 }
const expenses = { provenVat: toCents(5_000), unprovenVat: ZERO_CENTS }

it('has the VAT of a month with purchases only, without an empty table of sales (tanzania-facts §11.27)', () => {
  const tables = vatTables(vatWorksheet({ total: ZERO_FIGURES }, expenses, none), String, inEnglish)
  expect(tables.map(({ title }) => title)).toEqual(['VAT of the month'])
  const [, claimed, payable] = tables[0]?.rows ?? []
  expect(claimed?.[1]).toEqual({ kind: 'amount', amount: 5_000 })
  expect(payable?.[1]).toEqual({ kind: 'amount', amount: -5_000 })
})

it('has the sales of each tax type before it', () => {
  const total = { ...ZERO_FIGURES, perLetter: { A: { net: toCents(100), tax: toCents(18) } } }
  const [sales] = vatTables(vatWorksheet({ total }, expenses, none), (letter) => `rate ${letter}`, inEnglish)
  expect(sales?.rows).toEqual([
    [
      { kind: 'text', text: 'A rate A' },
      { kind: 'amount', amount: 100 },
      { kind: 'amount', amount: 18 },
    ],
  ])
})

it('names the VAT in canceled invoices, which the return adjusts, and says when this phone lacks some of them', async () => {
  const { speak } = await readLanguage('en')
  const lastRow = (canceledCount: number) => {
    const total = { ...ZERO_FIGURES, canceledCount }
    const sheet = vatWorksheet({ total }, expenses, { vat: toCents(360), counted: 2 })
    return vatTables(sheet, String, speak._.bind(speak)).at(-1)?.rows.at(-1)
  }
  const amount = { kind: 'amount', amount: 360 }
  const name = 'Not included: VAT in canceled invoices'
  expect(lastRow(2)).toEqual([{ kind: 'text', text: name }, amount])
  expect(lastRow(3)).toEqual([{ kind: 'text', text: `${name} (only the 2 of 3 on this phone)` }, amount])
})

it('has it among the totals of the files of a month', async () => {
  const { speak } = await readLanguage('en')
  const names = { translate: speak._.bind(speak), taxName: String, monthName: String }
  const month = { from: '2026-10-01' as FiscalDay, to: '2026-10-31' as FiscalDay }
  const rowsOf = (...canceled: CanceledVat[]) =>
    reportTables(salesReport(month, []), names, ...canceled)[0]?.rows.map(([name]) => name) ?? []
  expect(rowsOf({ vat: toCents(360), counted: 0 })).toContainEqual({
    kind: 'text',
    text: 'VAT in canceled invoices',
  })
  expect(rowsOf()).not.toContainEqual({ kind: 'text', text: 'VAT in canceled invoices' })
})
