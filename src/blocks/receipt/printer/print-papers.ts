import type { Printing } from '#data/meta.ts'
import { PAPERS } from '#domain/receipts/paper-size.ts'
import { printerRows } from '#domain/receipts/printer-rows.ts'
import type { ReceiptLine } from '#domain/receipts/receipt-line.ts'
import type { CountedHandover } from '../use-count-handover.ts'
import { encodeReceipt } from './escpos.ts'
import type { PrinterTransport } from './printer-transport.ts'

/** One paper: how it is counted, and its lines once that is known. */
export type PrintedPaper = {
  readonly countHandover: () => Promise<CountedHandover | undefined>
  readonly linesFor: (counted: CountedHandover) => readonly ReceiptLine[]
}

/**
 * Prints papers one after another over one connection; returns how many. Each is counted when its turn comes: a printer
 * that is off, or breaks off, makes no copy of what it did not reach. The cash drawer opens once.
 */
export async function printPapers(
  transport: PrinterTransport,
  papers: readonly PrintedPaper[],
  {
    printing,
    choosesPrinter,
  }: {
    readonly printing: Printing
    readonly choosesPrinter: boolean
  },
): Promise<number> {
  const { paper: size, baud, qrAsPicture, opensDrawer } = printing
  const { columns, dots } = PAPERS[size]
  const port = await transport.open({ choosesPrinter, baud })
  let printed = 0
  try {
    for (const { countHandover, linesFor } of papers) {
      const counted = await countHandover()
      if (!counted) break
      const rows = printerRows(linesFor(counted), columns)
      await port.send(encodeReceipt(rows, { dots, qrAsPicture, opensDrawer: opensDrawer && printed === 0 }))
      printed += 1
    }
    return printed
  } finally {
    await port.close()
  }
}
