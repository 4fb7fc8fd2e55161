import { msg } from '@lingui/core/macro'
import { quantityText, toQuantity } from '#domain/money/quantity.ts'
import type { AggregateRow } from '#domain/reports/aggregate.ts'
import { BREAKDOWNS, type Breakdown, type BreakdownLine } from '#domain/reports/breakdown.ts'
import { amount, text } from '#domain/reports/cells.ts'
import { totalFigures } from '#domain/reports/invoice-deltas.ts'
import type { ReportTable } from '#domain/reports/report-table.ts'
import type { Translate } from '#i18n/format-dates.ts'
import { onlyCounted, REPORT_NAMES } from './report-tables.ts'
import { BREAKDOWN_NAMES, type SoldNames, soldLines, soldName } from './sold-names.ts'

/** The rows of a period, and how many invoices they count of all that the report counts. */
type CountedRows = {
  readonly rows: readonly AggregateRow[]
  readonly counted: number
  readonly all: number
}

const TITLES = {
  product: msg`Sales by product`,
  category: msg`Sales by category`,
  customer: msg`Sales by customer`,
  operator: msg`Sales by operator`,
}

/** The lines of one list as a table, as the screen shows it. */
export function breakdownTable(
  by: Breakdown,
  lines: readonly BreakdownLine[],
  names: SoldNames,
  translate: Translate,
): ReportTable {
  return {
    title: translate(BREAKDOWN_NAMES[by]),
    columns: [BREAKDOWN_NAMES[by], REPORT_NAMES.vat, REPORT_NAMES.including].map(translate),
    rows: lines.map(({ key, figures }) => [
      text(soldName(by, key, names, translate)),
      amount(figures.vat),
      amount(figures.gross),
    ]),
  }
}

/** A title in a file: with a note where its table counts fewer invoices than the report. */
function titleOf(name: string, { counted, all }: CountedRows, translate: Translate): string {
  return counted < all ? `${name} – ${translate(onlyCounted(counted))}` : name
}

/** Every list of the screen for a file, each with all of its lines: together they are what was sold. */
export function breakdownTables(sold: CountedRows, names: SoldNames, translate: Translate): ReportTable[] {
  return BREAKDOWNS.flatMap((by) => {
    const lines = soldLines(sold.rows, by, names)
    if (lines === undefined || lines.length === 0) return []
    const title = titleOf(translate(TITLES[by]), sold, translate)
    return { ...breakdownTable(by, lines, names, translate), title }
  })
}

/** What a filter chose, for a file: its totals, and its products. */
export function filteredTables(
  sold: CountedRows,
  names: SoldNames,
  translate: Translate,
): { readonly totals: ReportTable; readonly products: ReportTable } {
  const { gross, net, vat, discount, quantity } = totalFigures(sold.rows)
  return {
    totals: {
      title: titleOf(translate(msg`Totals`), sold, translate),
      columns: ['', translate(REPORT_NAMES.amount)],
      rows: [
        [text(translate(REPORT_NAMES.gross)), amount(gross)],
        [text(translate(REPORT_NAMES.net)), amount(net)],
        [text(translate(REPORT_NAMES.vat)), amount(vat)],
        [text(translate(REPORT_NAMES.discount)), amount(discount)],
        [text(translate(msg`Quantity sold`)), text(quantityText(toQuantity(quantity)))],
      ],
    },
    products: {
      ...breakdownTable('product', soldLines(sold.rows, 'product', names) ?? [], names, translate),
      title: translate(TITLES.product),
    },
  }
}
