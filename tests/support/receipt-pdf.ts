import { jsPDF } from 'jspdf'
import { makeReceipt } from './made-receipts.ts'

/** A PDF with pages of text and of scanned paper (a JPEG). */
export function pdfOf(pages: readonly (readonly string[] | { readonly picture: Uint8Array })[]): Buffer {
  const pdf = new jsPDF()
  pdf.setFontSize(9)
  for (const [at, page] of pages.entries()) {
    if (at > 0) pdf.addPage()
    if ('picture' in page) pdf.addImage(page.picture, 'JPEG', 10, 10, 90, 180)
    else pdf.text([...page], 10, 10)
  }
  return Buffer.from(pdf.output('arraybuffer'))
}

/** A made receipt as a PDF with its text. */
export function receiptPdf(number: number): Buffer {
  return pdfOf([makeReceipt(number).lines])
}
