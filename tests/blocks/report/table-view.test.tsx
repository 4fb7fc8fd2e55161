import { isValidElement, type ReactNode } from 'react'
import { expect, it } from 'vitest'
import { TableView } from '#blocks/report/table-view.tsx'
import { toCents } from '#domain/money/cents.ts'
import { amount, text } from '#domain/reports/cells.ts'
import type { ReportTable } from '#domain/reports/report-table.ts'

/** The keys by which React recognizes the rows of a table. */
function rowKeys(node: ReactNode): (string | null)[] {
  if (Array.isArray(node)) return node.flatMap(rowKeys)
  if (!isValidElement<{ children?: ReactNode }>(node)) return []
  return node.type === 'tr' && node.key !== null ? [node.key] : rowKeys(node.props.children)
}

it('each row is one of its own, also where two deleted products sold for the same: none outlives another list', () => {
  const row = [text('Deleted'), amount(toCents(18_000)), amount(toCents(118_000))]
  const table: ReportTable = {
    title: 'By product',
    columns: ['Product', 'VAT', 'Sum'],
    rows: [row, row, row],
  }
  const keys = rowKeys(TableView({ table }))
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(3)
})
