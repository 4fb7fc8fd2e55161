import { expose, transfer } from 'comlink'
import { drawPdf, type PdfRequest } from '#receipt-pdf/draw-pdf.ts'
import { drawReport, type ReportPdfRequest } from '#receipt-pdf/draw-report.ts'

/** The functions of this worker. One worker for both: the writer of PDFs is large. */
export type ReceiptPdfWorker = {
  readonly draw: (request: PdfRequest) => ArrayBuffer
  readonly drawReport: (request: ReportPdfRequest) => ArrayBuffer
}

const worker: ReceiptPdfWorker = {
  draw: (request) => {
    const file = drawPdf(request)
    return transfer(file, [file])
  },
  drawReport: (request) => {
    const file = drawReport(request)
    return transfer(file, [file])
  },
}

expose(worker)
