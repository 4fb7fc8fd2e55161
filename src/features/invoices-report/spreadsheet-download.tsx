import { useLingui } from '@lingui/react/macro'
import { useAppContext } from '#app-context/app-context.ts'
import { failureCode } from '#app-context/failure-code.ts'
import { FileProgress, type FileWriting } from '#blocks/file-progress/file-progress.tsx'
import type { EndpointInput } from '#contract/endpoints.ts'
import type { ReportTotals } from '#contract/invoices-report-endpoints.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { startTable } from '#workers/export-invoices/start-table.ts'
import type { ReportQuery } from './report-query.ts'
import { rowCells, rowHeadings, totalsTables, WIDE_COLUMNS } from './report-tables.ts'

type Props = { readonly query: ReportQuery; readonly totals: ReportTotals; readonly onEnd: () => void }

/** Fetches the invoices of the report in batches and writes them into a spreadsheet, behind a sheet of the totals. */
export function SpreadsheetDownload({ query, totals, onEnd }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { call } = useAppContext()
  const write = async ({ onRows, stop }: FileWriting) => {
    const table = await startTable({
      format: 'xlsx',
      sheet: t`Invoices`,
      columns: rowHeadings(translate),
      wide: WIDE_COLUMNS,
      summary: { sheet: t`Totals`, tables: totalsTables(totals, translate) },
    })
    try {
      let listed = 0
      let after: EndpointInput<'invoices-report.export'>['after']
      for (;;) {
        const answer = await call('invoices-report.export', { ...query, ...(after && { after }) })
        if (stop.aborted) return undefined
        if (answer.kind !== 'answered') throw new Error(failureCode(answer))
        const { rows, more } = answer.value
        await table.add(rows.map((row) => rowCells(row, translate)))
        listed += rows.length
        onRows(listed)
        const last = rows.at(-1)
        if (!more || last === undefined) return { file: await table.finish() }
        after = { day: last.issuedDay, id: last.id }
      }
    } finally {
      table.close()
    }
  }
  const start = t({ context: 'start of a file name', message: 'invoices-report' })
  return (
    <FileProgress
      all={totals.count}
      fileName={`${start}-${query.from}-${query.to}.xlsx`}
      write={write}
      onEnd={onEnd}
    />
  )
}
