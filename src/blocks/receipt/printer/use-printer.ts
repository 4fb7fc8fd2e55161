import { useLingui } from '@lingui/react/macro'
import type { Printing } from '#data/meta.ts'
import { PAPERS } from '#domain/receipts/paper-size.ts'
import { printerRows } from '#domain/receipts/printer-rows.ts'
import type { ReceiptLine } from '#domain/receipts/receipt-line.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'
import type { CountedHandover } from '../use-count-handover.ts'
import { encodeReceipt } from './escpos.ts'
import { PrinterError, type PrinterErrorCode } from './printer-transport.ts'
import { printerTransports } from './printer-transports.ts'

type PrintJob = {
  readonly printing: Printing
  readonly countHandover: () => Promise<CountedHandover | undefined>
  readonly linesFor: (counted: CountedHandover) => readonly ReceiptLine[]
  /** Choose another printer. */
  readonly choosesPrinter: boolean
}

/**
 * Prints on a receipt printer without the browser's own print. It connects before it counts: a printer that is off
 * makes no copy.
 */
export function usePrinter(): { readonly busy: boolean; readonly print: (job: PrintJob) => Promise<void> } {
  const { t } = useLingui()
  const toast = useToasts((state) => state.show)
  const [busy, run] = useAction()
  const messages: Readonly<Record<PrinterErrorCode, string>> = {
    'not-chosen': t`No printer was chosen`,
    unreachable: t`The printer is not responding. Is it on and nearby?`,
    'unknown-device': t`This receipt printer is not supported`,
    'broken-off': t`The printer disconnected. Check the paper before you print again`,
  }
  const send = async ({ printing, countHandover: count, linesFor, choosesPrinter: ask }: PrintJob) => {
    const { way, paper, baud, qrAsPicture, opensDrawer } = printing
    const transport = way === 'browser' ? undefined : printerTransports(navigator).get(way)
    if (!transport) throw new PrinterError('unreachable')
    const port = await transport.open({ choosesPrinter: ask, baud })
    try {
      const counted = await count()
      if (!counted) return
      const { columns, dots } = PAPERS[paper]
      const rows = printerRows(linesFor(counted), columns)
      await port.send(encodeReceipt(rows, { dots, qrAsPicture, opensDrawer }))
      toast({ tone: 'good', text: t`Receipt printed` })
    } finally {
      await port.close()
    }
  }
  const print = (job: PrintJob) =>
    run(() =>
      send(job).catch((error: unknown) => {
        const code = error instanceof PrinterError ? error.code : 'unreachable'
        toast({ tone: 'bad', text: messages[code] })
      }),
    )
  return { busy, print }
}
