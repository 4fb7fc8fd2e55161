import { useLingui } from '@lingui/react/macro'
import { useAppContext } from '#app-context/app-context.ts'
import { FileProgress, type FileWriting } from '#blocks/file-progress/file-progress.tsx'
import type { InvoiceRow } from '#data/rows.ts'
import { INVOICE_COLUMNS } from '#domain/reports/invoice-table.ts'
import type { ReportTable } from '#domain/reports/report-table.ts'
import type { SalesReport } from '#domain/reports/sales-report.ts'
import { INVOICE_COLUMN_NAMES } from '#i18n/invoice-column-names.ts'
import { STATUS_NAMES } from '#i18n/status-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { writeSpreadsheet } from './write-report.ts'

type Props = {
  readonly report: SalesReport
  readonly tables: readonly ReportTable[]
  readonly fileName: string
  readonly onEnd: () => void
}

/** Writes the report as a spreadsheet in a worker, shows the progress, and can be stopped. */
export function SpreadsheetProgress({ report, tables, fileName, onEnd }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { db } = useAppContext()
  const all = report.total.count
  const request = {
    range: report.range,
    tables,
    sheets: { totals: t`Totals`, invoices: t`Invoices` },
    columns: INVOICE_COLUMNS.map((column) => translate(INVOICE_COLUMN_NAMES[column])),
    statusOf: (row: InvoiceRow) => translate(STATUS_NAMES[row.shown]),
    walkIn: t`Walk-in customer`,
  }
  const less = (listed: number) =>
    t`The totals are complete. Of ${all} invoices the file lists the ${listed} that are on this phone`
  const write = async (writing: FileWriting) => {
    const written = await writeSpreadsheet(db, request, writing)
    return written && { file: written.file, ...(written.listed < all ? { note: less(written.listed) } : {}) }
  }
  return <FileProgress all={all} fileName={fileName} write={write} onEnd={onEnd} />
}
