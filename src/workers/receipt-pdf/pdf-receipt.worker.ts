import { expose, transfer } from 'comlink'
import { drawPdf, type PdfRequest } from '#receipt-pdf/draw-pdf.ts'

/** What the page asks of this worker. */
export type ReceiptPdfWorker = { readonly draw: (request: PdfRequest) => ArrayBuffer }

const worker: ReceiptPdfWorker = {
  draw: (request) => {
    const file = drawPdf(request)
    return transfer(file, [file])
  },
}

expose(worker)
