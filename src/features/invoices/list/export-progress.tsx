import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { FileProgress, type FileWriting } from '#blocks/file-progress/file-progress.tsx'
import { countInvoices } from '#data/invoices.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { INVOICE_COLUMNS } from '#domain/reports/invoice-table.ts'
import { INVOICE_COLUMN_NAMES } from '#i18n/invoice-column-names.ts'
import { STATUS_NAMES } from '#i18n/status-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import type { TableFormat } from '#workers/export-invoices/table-file.ts'
import { exportList } from './export-list.ts'
import type { ListFilter } from './list-search-params.ts'
import { findMissing } from './missing-invoices.ts'

type Props = {
  readonly format: TableFormat
  /** The rows to write; absent for all of the filter. */
  readonly chosen: readonly InvoiceRow[] | undefined
  readonly filter: ListFilter
  readonly onEnd: () => void
}

/** Writes a file in a worker, shows the progress, and can be stopped. */
export function ExportProgress({ format, chosen, filter, onEnd }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { db } = useAppContext()
  const today = useToday()
  const [all, setAll] = useState(chosen?.length ?? 0)
  const request = {
    head: {
      format,
      sheet: t`Invoices`,
      columns: INVOICE_COLUMNS.map((column) => translate(INVOICE_COLUMN_NAMES[column])),
      wide: [INVOICE_COLUMNS.indexOf('customer')],
    },
    chosen,
    filter,
    statusOf: (row: InvoiceRow) => translate(STATUS_NAMES[row.shown]),
    walkIn: t`Walk-in customer`,
  }
  const start = t({ context: 'start of a file name', message: 'invoices' })
  const less = {
    fetching: (listed: number) =>
      t`This phone is still fetching invoices. The file lists what is on it now: ${listed}`,
    older: (listed: number) =>
      t`The file lists what is on this phone: ${listed}. Older invoices are on the server only`,
  }
  const write = async (writing: FileWriting) => {
    if (!chosen) {
      const counts = await countInvoices(db)
      setAll(filter.shown ? counts[filter.shown] : Object.values(counts).reduce((sum, n) => sum + n, 0))
    }
    const missing = chosen ? undefined : await findMissing(db, filter, today)
    let listed = 0
    const onRows = (rows: number) => {
      listed = rows
      writing.onRows(rows)
    }
    const file = await exportList(db, request, { ...writing, onRows })
    return file && { file, ...(missing && { note: less[missing](listed) }) }
  }
  return <FileProgress all={all} fileName={`${start}-${today}.${format}`} write={write} onEnd={onEnd} />
}
