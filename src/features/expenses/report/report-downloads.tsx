import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { FileProgress, type FileWriting } from '#blocks/file-progress/file-progress.tsx'
import { DOWNLOAD_OUTLINE } from '#blocks/report/download-outline.ts'
import { useReportPdf } from '#blocks/report/use-report-pdf.ts'
import { expenseFromRow } from '#data/expense-row.ts'
import { listExpensesOfDays } from '#data/expenses.ts'
import { dayText } from '#domain/calendar/east-africa.ts'
import type { DayRange } from '#domain/calendar/period-presets.ts'
import type { Expense } from '#domain/expenses/expense.ts'
import { groupExpenses } from '#domain/reports/expense-groups.ts'
import { expenseReport, type SellerOf } from '#domain/reports/expense-report.ts'
import type { ReportTable } from '#domain/reports/report-table.ts'
import { Icon } from '#ui/icon.tsx'
import { useAction } from '#ui/use-action.ts'
import { startTable } from '#workers/export-invoices/start-table.ts'
import { EXPENSE_COLUMNS, type ExpenseReportNames, expenseCells, expenseTables } from './expense-tables.ts'

/** Rows handed over at once: more would hold up the screen of a cheap phone. */
const CHUNK_ROWS = 200

const WIDE_COLUMNS = [4, 7]

/** The days of a file that is being written, and their expenses. */
type Written = { readonly range: DayRange; readonly expenses: readonly Expense[] }

type Props = {
  readonly range: DayRange
  readonly sellerOf: SellerOf
  /** The tables that the screen shows. */
  readonly tables: readonly ReportTable[]
  readonly names: ExpenseReportNames
}

/** The report as files, made on this phone: Excel with the expenses behind the totals, and PDF (spec §9). */
export function ReportDownloads({ range, sellerOf, tables, names }: Props) {
  const { t } = useLingui()
  const { company, db } = useAppContext()
  const [busy, savePdf] = useReportPdf(company)
  const [reading, run] = useAction()
  const [written, setWritten] = useState<Written>()
  const { from, to } = range
  const start = t({ context: 'start of a file name', message: 'expenses' })
  const fileName = (days: DayRange, ending: string) => `${start}-${days.from}-${days.to}.${ending}`
  /** Read at the touch: the sums on the screen do not need them. */
  const readWritten = async () => {
    const rows = await listExpensesOfDays(db, range)
    setWritten({ range, expenses: rows.filter(({ status }) => status !== 'canceled').map(expenseFromRow) })
  }
  const icon = <Icon name={{ outline: DOWNLOAD_OUTLINE }} size={18} />
  const sheets = { totals: t`Totals`, expenses: t`Expenses` }
  const write = async ({ range: days, expenses }: Written, { onRows, stop }: FileWriting) => {
    const report = expenseReport(days, groupExpenses(days, expenses), sellerOf)
    const table = await startTable({
      format: 'xlsx',
      sheet: sheets.expenses,
      columns: EXPENSE_COLUMNS.map(names.translate),
      wide: WIDE_COLUMNS,
      summary: { sheet: sheets.totals, tables: expenseTables(report, names) },
    })
    try {
      for (let at = 0; at < expenses.length; at += CHUNK_ROWS) {
        if (stop.aborted) return undefined
        const chunk = expenses.slice(at, at + CHUNK_ROWS)
        await table.add(chunk.map((expense) => expenseCells(expense, names)))
        onRows(at + chunk.length)
      }
      return stop.aborted ? undefined : { file: await table.finish() }
    } finally {
      table.close()
    }
  }
  return (
    <div className="actions">
      <Button
        variant="default"
        px="xs"
        leftSection={icon}
        loading={reading}
        onClick={() => void run(readWritten)}
      >
        {t`Download Excel`}
      </Button>
      <Button
        variant="default"
        px="xs"
        leftSection={icon}
        loading={busy}
        onClick={() =>
          savePdf({
            title: t`Expense report`,
            days: from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`,
            tables,
            fileName: fileName(range, 'pdf'),
          })
        }
      >
        {t`Download PDF`}
      </Button>
      {written ? (
        <FileProgress
          all={written.expenses.length}
          fileName={fileName(written.range, 'xlsx')}
          write={(writing) => write(written, writing)}
          onEnd={() => setWritten(undefined)}
        />
      ) : null}
    </div>
  )
}
