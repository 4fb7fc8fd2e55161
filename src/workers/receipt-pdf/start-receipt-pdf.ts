import { releaseProxy, wrap } from 'comlink'
import type { PdfRequest } from '#receipt-pdf/draw-pdf.ts'
import type { ReceiptPdfWorker } from './pdf-receipt.worker.ts'

/**
 * Makes the PDF of a receipt beside the screen, and lets the worker go: the writer is large and is needed rarely.
 * Throws when the worker could not be loaded or failed.
 */
export async function makeReceiptPdf(request: PdfRequest): Promise<Uint8Array<ArrayBuffer>> {
  const worker = new Worker(new URL('./pdf-receipt.worker.ts', import.meta.url), { type: 'module' })
  const remote = wrap<ReceiptPdfWorker>(worker)
  try {
    const broken = new Promise<never>((_, reject) => {
      worker.addEventListener('error', (event) => reject(new Error(event.message || 'no PDF worker')))
    })
    return new Uint8Array(await Promise.race([remote.draw(request), broken]))
  } finally {
    remote[releaseProxy]()
    worker.terminate()
  }
}
