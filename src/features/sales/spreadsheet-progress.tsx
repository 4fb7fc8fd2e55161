import { useLingui } from '@lingui/react/macro'
import { Button, Modal, Progress } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { INVOICE_COLUMNS } from '#domain/reports/invoice-table.ts'
import type { ReportTable } from '#domain/reports/report-table.ts'
import type { SalesReport } from '#domain/reports/sales-report.ts'
import { INVOICE_COLUMN_NAMES } from '#i18n/invoice-column-names.ts'
import { STATUS_NAMES } from '#i18n/status-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { saveFile } from '#ui/save-file.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { writeSpreadsheet } from './write-report.ts'

type Props = {
  readonly report: SalesReport
  readonly tables: readonly ReportTable[]
  readonly fileName: string
  readonly onEnd: () => void
}

/** Writes the report as a spreadsheet beside the screen, shows how far it is, and can be stopped. */
export function SpreadsheetProgress({ report, tables, fileName, onEnd }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { db } = useAppContext()
  const toast = useToasts((state) => state.show)
  const [rows, setRows] = useState(0)
  const all = report.total.count
  const request = {
    range: report.range,
    tables,
    sheets: { totals: t`Totals`, invoices: t`Invoices` },
    columns: INVOICE_COLUMNS.map((column) => translate(INVOICE_COLUMN_NAMES[column])),
    statusOf: (row: InvoiceRow) => translate(STATUS_NAMES[row.shown]),
    walkIn: t`Walk-in customer`,
  }
  const done = (listed: number) =>
    listed < all
      ? t`The totals are complete. Of ${all} invoices the file lists the ${listed} that are on this phone`
      : t`The file is in your downloads`
  const failed = t`The file could not be created. Try again`
  const stop = useRef<AbortController>(undefined)
  // One touch is one file: what changes meanwhile belongs to the next.
  const write = useRef(async (signal: AbortSignal) => {
    try {
      const written = await writeSpreadsheet(db, request, { onRows: setRows, stop: signal })
      if (!written) return
      saveFile(written.file, fileName)
      toast({ tone: 'good', text: done(written.listed) })
    } catch {
      toast({ tone: 'bad', text: failed })
    }
    onEnd()
  })
  useEffect(() => {
    const mine = new AbortController()
    stop.current = mine
    void write.current(mine.signal)
    return () => mine.abort()
  }, [])
  const cancel = () => {
    stop.current?.abort()
    onEnd()
  }
  return (
    <Modal
      opened
      onClose={cancel}
      title={t`Creating the file`}
      centered
      closeButtonProps={{ 'aria-label': t`Close`, size: 48, iconSize: 22 }}
      classNames={{ title: 'dialog-title' }}
    >
      <div className="stack">
        <Progress
          value={all === 0 ? 0 : Math.min(100, (100 * rows) / all)}
          aria-label={t`Creating the file`}
        />
        <p role="status">{t`Rows: ${rows}`}</p>
        <Button variant="default" onClick={cancel}>
          {t`Cancel`}
        </Button>
      </div>
    </Modal>
  )
}
