import { describe, expect, it } from 'vitest'
import { toCents } from '#domain/money/cents.ts'
import { type AggregateRow, ZERO_FIGURES } from '#domain/reports/aggregate.ts'
import type { ReportTable } from '#domain/reports/report-table.ts'
import { breakdownTables, filteredTables } from '#features/sales/breakdown-tables.ts'
import type { SoldNames } from '#features/sales/sold-names.ts'

const names: SoldNames = {
  saved: new Map([
    ['sugar', 'Sukari'],
    ['rice', 'Mchele'],
    ['juma', 'Juma Ali'],
  ]),
  operators: new Map([['asha', 'Asha Mushi']]),
  categoryOf: () => 'Food',
}
const inEnglish = ({ message }: { readonly message?: string }) => message ?? ''

function row(kind: AggregateRow['kind'], key: string, shillings: number): AggregateRow {
  const [gross, vat] = [toCents(shillings * 100), toCents(shillings * 18)]
  const figures = { ...ZERO_FIGURES, count: 1, quantity: 1_500, gross, vat, net: toCents(gross - vat) }
  return { kind, period: '2026-11', key, figures }
}
const rows = [
  row('month-product', 'sugar', 500),
  row('month-product', 'rice', 700),
  row('month-customer', 'juma', 1_000),
  row('month-customer', '', 200),
  row('month-operator', 'asha', 1_200),
]
const whole = { rows, counted: 2, all: 2 }

const sumOf = (table: ReportTable | undefined, column: number) =>
  (table?.rows ?? []).reduce((sum, cells) => {
    const cell = cells[column]
    return sum + (cell?.kind === 'amount' ? cell.amount : 0)
  }, 0)
const firstCells = (table: ReportTable | undefined) =>
  (table?.rows ?? []).map(([cell]) => (cell?.kind === 'text' ? cell.text : ''))

describe('the lists of the sales report in its files (spec §9)', () => {
  it('are by product, category, customer and operator, and each adds up to what was sold', () => {
    const tables = breakdownTables(whole, names, inEnglish)
    expect(tables.map(({ title }) => title)).toEqual([
      'Sales by product',
      'Sales by category',
      'Sales by customer',
      'Sales by operator',
    ])
    expect(tables.map((table) => sumOf(table, 2))).toEqual([120_000, 120_000, 120_000, 120_000])
    expect(tables.map((table) => sumOf(table, 1))).toEqual([21_600, 21_600, 21_600, 21_600])
    expect(tables.map(firstCells)).toEqual([
      ['Mchele', 'Sukari'],
      ['Food'],
      ['Juma Ali', 'Walk-in customer'],
      ['Asha Mushi'],
    ])
  })
  it('say so when they count fewer invoices than the report', () => {
    const titles = breakdownTables({ ...whole, all: 3 }, names, inEnglish).map(({ title }) => title)
    for (const title of titles) expect(title).toContain('on this phone')
    expect(filteredTables({ ...whole, all: 3 }, names, inEnglish).totals.title).toContain('on this phone')
  })
  it('are of the chosen products only under a filter, with their own totals', () => {
    const chosen = { ...whole, rows: rows.slice(0, 1) }
    const { totals, products } = filteredTables(chosen, names, inEnglish)
    expect(totals.rows[0]?.[1]).toEqual({ kind: 'amount', amount: 50_000 })
    expect(totals.rows.at(-1)?.[1]).toEqual({ kind: 'text', text: '1.5' })
    expect(sumOf(products, 2)).toBe(50_000)
    expect(firstCells(products)).toEqual(['Sukari'])
    expect(totals.title).toBe('Totals')
  })
})
