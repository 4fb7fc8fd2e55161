import { useLingui } from '@lingui/react/macro'
import type { Printing } from '#data/meta.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'
import { type PrintedPaper, printPapers } from './print-papers.ts'
import { PrinterError, type PrinterErrorCode } from './printer-transport.ts'
import { printerTransports } from './printer-transports.ts'

type PrintJob = {
  readonly printing: Printing
  /** Printed one after another, each cut off. */
  readonly papers: readonly PrintedPaper[]
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
  const send = async ({ papers, ...settings }: PrintJob) => {
    const { way } = settings.printing
    const transport = way === 'browser' ? undefined : printerTransports(navigator).get(way)
    if (!transport) throw new PrinterError('unreachable')
    const printed = await printPapers(transport, papers, settings)
    if (printed > 0) toast({ tone: 'good', text: t`Receipt printed` })
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
