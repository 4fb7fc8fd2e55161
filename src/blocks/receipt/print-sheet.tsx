import { useLingui } from '@lingui/react/macro'
import { Button, SegmentedControl } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import { type Printing, readMeta, writeMeta } from '#data/meta.ts'
import type { PaperSize } from '#domain/receipts/paper-size.ts'
import { Icon } from '#ui/icon.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { Preview } from './preview.tsx'
import classes from './print-sheet.module.css'
import { PrintedPage } from './printed-page.tsx'
import { ReceiptPaper } from './receipt-paper.tsx'
import { useHandOver } from './use-hand-over.ts'
import { type ReceiptView, useReceipt, useReceiptLines } from './use-receipt.ts'

/** Before somebody chose: what most counters have. */
const FIRST: Printing = { paper: '80', way: 'browser' }

type Props = {
  readonly db: AccountDatabase
  readonly invoiceId: string
  readonly opened: boolean
  readonly onClose: () => void
}

/** Shows a receipt as it will be printed and prints it. Paper and printer are remembered on this phone. */
export function PrintSheet({ db, invoiceId, opened, onClose }: Props) {
  const { t } = useLingui()
  const view = useReceipt(db, invoiceId)
  const chosen = useLiveQuery(async () => (await readMeta(db, 'printing')) ?? FIRST, [db])
  return (
    <Sheet title={t`Print`} opened={opened} onClose={onClose}>
      {view && chosen ? <PrintForm db={db} view={view} chosen={chosen} /> : <div aria-busy="true" />}
    </Sheet>
  )
}

function PrintForm({ db, view, chosen }: { db: AccountDatabase; view: ReceiptView; chosen: Printing }) {
  const { t } = useLingui()
  const handOver = useHandOver(db)
  const [printed, setPrinted] = useState<{ readonly copy: boolean }>()
  const { row, handedOver } = view
  const fiscal = row.receipt !== null
  const lines = useReceiptLines(view, printed?.copy ?? handedOver > 0)
  const names = { label: t`Receipt`, qrLabel: t`QR code to verify this receipt` }
  const papers: { value: PaperSize; label: string }[] = [
    { value: '58', label: '58 mm' },
    { value: '80', label: '80 mm' },
    { value: 'A4', label: 'A4' },
  ]
  return (
    <div className={classes.form}>
      <SegmentedControl<PaperSize>
        fullWidth
        aria-label={t`Paper`}
        value={chosen.paper}
        onChange={(paper) => void writeMeta(db, 'printing', { ...chosen, paper })}
        data={papers}
      />
      {fiscal && handedOver > 0 ? (
        <p className="notice" role="status">
          <Icon name="info" />
          {t`The original was handed over already. This paper carries the mark COPY.`}
        </p>
      ) : null}
      <Preview lines={lines} size={chosen.paper} {...names} />
      <div className={classes.bar}>
        <Button
          fullWidth
          leftSection={<Icon name="printer" size={18} />}
          loading={printed !== undefined}
          onClick={() => void handOver(row, 'paper').then(setPrinted)}
        >
          {t`Print`}
        </Button>
      </div>
      {printed ? (
        <PrintedPage size={chosen.paper} onDone={() => setPrinted(undefined)}>
          <ReceiptPaper lines={lines} size={chosen.paper} {...names} />
        </PrintedPage>
      ) : null}
    </div>
  )
}
