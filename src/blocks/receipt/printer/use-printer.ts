import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Printing } from '#data/meta.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { PAPERS } from '#domain/receipts/paper-size.ts'
import { printerRows } from '#domain/receipts/printer-rows.ts'
import type { ReceiptLine } from '#domain/receipts/receipt-line.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import type { Counted } from '../use-hand-over.ts'
import { escposReceipt } from './escpos.ts'
import { PrinterFailure, type PrinterTrouble } from './printer-port.ts'
import { printerDoors } from './printers.ts'

type Order = {
  readonly row: InvoiceRow
  readonly printing: Printing
  readonly count: () => Promise<Counted | undefined>
  readonly linesFor: (counted: Counted) => readonly ReceiptLine[]
  /** Choose a printer anew. */
  readonly ask: boolean
}

/**
 * Prints on a receipt printer without the browser's own print. It connects first and counts then: a printer that is
 * off makes no copy.
 */
export function usePrinter(): { readonly busy: boolean; readonly print: (order: Order) => Promise<void> } {
  const { t } = useLingui()
  const toast = useToasts((state) => state.show)
  const [busy, setBusy] = useState(false)
  const words: Readonly<Record<PrinterTrouble, string>> = {
    'not-chosen': t`No printer was chosen`,
    unreachable: t`The printer is not responding. Is it on and nearby?`,
    'unknown-device': t`This receipt printer is not supported`,
    'broken-off': t`The printer disconnected. Check the paper before you print again`,
  }
  const send = async ({ printing, count, linesFor, ask }: Order) => {
    const { way, paper, baud, qrAsPicture, opensDrawer } = printing
    const door = way === 'browser' ? undefined : printerDoors(navigator).get(way)
    if (!door) throw new PrinterFailure('unreachable')
    const port = await door.open({ ask, baud })
    try {
      const counted = await count()
      if (!counted) return
      const { columns, dots } = PAPERS[paper]
      const rows = printerRows(linesFor(counted), columns)
      await port.send(escposReceipt(rows, { dots, qrAsPicture, opensDrawer }))
      toast({ tone: 'good', text: t`Receipt printed` })
    } finally {
      await port.close()
    }
  }
  const print = async (order: Order) => {
    setBusy(true)
    try {
      await send(order)
    } catch (error) {
      const trouble = error instanceof PrinterFailure ? error.trouble : 'unreachable'
      toast({ tone: 'bad', text: words[trouble] })
    } finally {
      setBusy(false)
    }
  }
  return { busy, print }
}
