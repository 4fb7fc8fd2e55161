import { expose, transfer } from 'comlink'
import { drawPdf, type PdfOrder } from './draw-pdf.ts'

/** What the page asks of this worker. */
export type ReceiptPdfWorker = { readonly draw: (order: PdfOrder) => ArrayBuffer }

const worker: ReceiptPdfWorker = {
  draw: (order) => {
    const file = drawPdf(order)
    return transfer(file, [file])
  },
}

expose(worker)
