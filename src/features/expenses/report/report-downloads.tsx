import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { FileProgress, type FileWriting } from '#blocks/file-progress/file-progress.tsx'
import { DOWNLOAD_OUTLINE } from '#blocks/report/download-outline.ts'
import { useReportPdf } from '#blocks/report/use-report-pdf.ts'
import { dayText } from '#domain/calendar/east-africa.ts'
import type { Expense } from '#domain/expenses/expense.ts'
import type { ExpenseReport } from '#domain/reports/expense-report.ts'
import { Icon } from '#ui/icon.tsx'
import { startTable } from '#workers/export-invoices/start-table.ts'
import { EXPENSE_COLUMNS, type ExpenseReportNames, expenseCells, expenseTables } from './expense-tables.ts'

/** Rows handed over at once: more would hold up the screen of a cheap phone. */
const CHUNK_ROWS = 200

const WIDE_COLUMNS = [3, 6]

type Props = {
  readonly report: ExpenseReport
  /** What the report counts, newest first. */
  readonly expenses: readonly Expense[]
  readonly names: ExpenseReportNames
}

/** The report as files, made on this phone: Excel with the expenses behind the totals, and PDF (spec §9). */
export function ReportDownloads({ report, expenses, names }: Props) {
  const { t } = useLingui()
  const [busy, savePdf] = useReportPdf(useAppContext().company)
  const [writing, setWriting] = useState(false)
  const { from, to } = report.range
  const start = t({ context: 'start of a file name', message: 'expenses' })
  const fileName = (ending: string) => `${start}-${from}-${to}.${ending}`
  const icon = <Icon name={{ outline: DOWNLOAD_OUTLINE }} size={18} />
  const sheets = { totals: t`Totals`, expenses: t`Expenses` }
  const write = async ({ onRows, stop }: FileWriting) => {
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
      <Button variant="default" leftSection={icon} onClick={() => setWriting(true)}>
        {t`Download Excel`}
      </Button>
      <Button
        variant="default"
        leftSection={icon}
        loading={busy}
        onClick={() =>
          savePdf({
            title: t`Expense report`,
            days: from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`,
            tables: expenseTables(report, names),
            fileName: fileName('pdf'),
          })
        }
      >
        {t`Download PDF`}
      </Button>
      {writing ? (
        <FileProgress
          all={expenses.length}
          fileName={fileName('xlsx')}
          write={write}
          onEnd={() => setWriting(false)}
        />
      ) : null}
    </div>
  )
}
