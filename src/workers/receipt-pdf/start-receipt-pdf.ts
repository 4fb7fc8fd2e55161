import { type Remote, releaseProxy, wrap } from 'comlink'
import type { PdfRequest } from '#receipt-pdf/draw-pdf.ts'
import type { ReportPdfRequest } from '#receipt-pdf/draw-report.ts'
import type { ReceiptPdfWorker } from './pdf-receipt.worker.ts'

/** Runs one job in the worker, and then ends the worker: the writer is large and rarely needed. */
async function runInWorker(
  job: (remote: Remote<ReceiptPdfWorker>) => Promise<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const worker = new Worker(new URL('./pdf-receipt.worker.ts', import.meta.url), { type: 'module' })
  const remote = wrap<ReceiptPdfWorker>(worker)
  try {
    const broken = new Promise<never>((_, reject) => {
      worker.addEventListener('error', (event) => reject(new Error(event.message || 'no PDF worker')))
    })
    return new Uint8Array(await Promise.race([job(remote), broken]))
  } finally {
    remote[releaseProxy]()
    worker.terminate()
  }
}

/** Makes the PDF of a receipt in a worker. Throws when the worker could not be loaded or failed. */
export async function makeReceiptPdf(request: PdfRequest): Promise<Uint8Array<ArrayBuffer>> {
  return await runInWorker((remote) => remote.draw(request))
}

/** Makes the PDF of a report in a worker. Throws when the worker could not be loaded or failed. */
export async function makeReportPdf(request: ReportPdfRequest): Promise<Uint8Array<ArrayBuffer>> {
  return await runInWorker((remote) => remote.drawReport(request))
}
