import { jsPDF } from 'jspdf'
import { makeReceipt } from './made-receipts.ts'

/** A made receipt as a PDF with its text. */
export function receiptPdf(number: number): Buffer {
  const pdf = new jsPDF()
  pdf.setFontSize(9)
  pdf.text([...makeReceipt(number).lines], 10, 10)
  return Buffer.from(pdf.output('arraybuffer'))
}
