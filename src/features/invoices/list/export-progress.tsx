import { useLingui } from '@lingui/react/macro'
import { Button, Modal, Progress } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { countInvoices } from '#data/invoices.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { INVOICE_COLUMNS } from '#domain/reports/invoice-table.ts'
import { INVOICE_COLUMN_NAMES } from '#i18n/invoice-column-names.ts'
import { STATUS_NAMES } from '#i18n/status-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { saveFile } from '#ui/save-file.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import type { TableFormat } from '#workers/export-invoices/table-file.ts'
import { exportList } from './export-list.ts'
import type { ListFilter } from './list-search-params.ts'

type Props = {
  readonly format: TableFormat
  /** What to write; absent for all of the filter. */
  readonly chosen: readonly InvoiceRow[] | undefined
  readonly filter: ListFilter
  readonly onEnd: () => void
}

/** Writes a file beside the screen, shows how far it is, and can be stopped. */
export function ExportProgress({ format, chosen, filter, onEnd }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { db } = useAppContext()
  const today = useToday()
  const toast = useToasts((state) => state.show)
  const [rows, setRows] = useState(0)
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
  const words = {
    file: t({ context: 'start of a file name', message: 'invoices' }),
    done: t`The file is in your downloads`,
    failed: t`The file could not be created. Try again`,
  }
  const stop = useRef<AbortController>(undefined)
  // One touch is one file: what changes meanwhile belongs to the next.
  const write = useRef(async (signal: AbortSignal) => {
    if (!chosen) {
      const counts = await countInvoices(db)
      setAll(filter.shown ? counts[filter.shown] : Object.values(counts).reduce((sum, n) => sum + n, 0))
    }
    try {
      const file = await exportList(db, request, { onRows: setRows, stop: signal })
      if (!file) return
      saveFile(file, `${words.file}-${today}.${format}`)
      toast({ tone: 'good', text: words.done })
    } catch {
      toast({ tone: 'bad', text: words.failed })
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
