import { useLingui } from '@lingui/react/macro'
import { FileProgress, type FileWriting } from '#blocks/file-progress/file-progress.tsx'
import type { ReportTable } from '#domain/reports/report-table.ts'
import { startTable } from '#workers/export-invoices/start-table.ts'

type Props = {
  readonly totals: ReportTable
  readonly products: ReportTable
  readonly fileName: string
  readonly onEnd: () => void
}

/** Writes what a filter chose as a spreadsheet: a sheet of its totals and a sheet of its products. */
export function FilteredSpreadsheet({ totals, products, fileName, onEnd }: Props) {
  const { t } = useLingui()
  const { columns, rows } = products
  const head = {
    ...({ format: 'xlsx', sheet: t`Products`, columns, wide: [0] } as const),
    summary: { sheet: t`Totals`, tables: [totals] },
  }
  const write = async ({ onRows, stop }: FileWriting) => {
    const table = await startTable(head)
    try {
      await table.add(rows)
      onRows(rows.length)
      return stop.aborted ? undefined : { file: await table.finish() }
    } finally {
      table.close()
    }
  }
  return <FileProgress all={rows.length} fileName={fileName} write={write} onEnd={onEnd} />
}
