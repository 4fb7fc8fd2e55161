import { jsPDF } from 'jspdf'
import { encode } from 'uqr'
import { logoRuns } from '#domain/receipts/logo.ts'
import type { PaperSize } from '#domain/receipts/paper-size.ts'
import type { ReceiptLine } from '#domain/receipts/receipt-line.ts'
import { layOutLines, type Measure, type PageElement, type PlacedPage } from './lay-out-lines.ts'

/** A receipt to be made into a file; everything in it is data, so that it can be passed to a worker. */
export type PdfRequest = {
  readonly lines: readonly ReceiptLine[]
  readonly size: PaperSize
  readonly title: string
  /** When the receipt was issued, in milliseconds: the same input gives the same file, byte for byte. */
  readonly at: number
  /** 32 hexadecimal digits. */
  readonly fileId: string
}

const MM_PER_POINT = 25.4 / 72

function sheetFor({ width, height }: Pick<PlacedPage, 'width' | 'height'>): [number, number] {
  return [width, height]
}

/** One writer for all pages; every reader has the standard Helvetica, so it adds no byte to the file. */
function openDocument(page: Pick<PlacedPage, 'width' | 'height'>): jsPDF {
  const { width, height } = page
  const orientation = width > height ? 'landscape' : 'portrait'
  return new jsPDF({ unit: 'mm', format: sheetFor(page), orientation, compress: true })
}

function setFont(pdf: jsPDF, points: number, bold: boolean): void {
  pdf.setFont('helvetica', bold ? 'bold' : 'normal').setFontSize(points)
}

/** Adjacent modules of a row become one bar: no hairlines between them, and a small file. */
function drawQr(pdf: jsPDF, { x, y, side, text }: Extract<PageElement, { kind: 'qr' }>): void {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const module = side / size
  data.forEach((row, line) => {
    let start = 0
    while (start < row.length) {
      if (!row[start]) {
        start += 1
        continue
      }
      let end = start
      while (row[end]) end += 1
      pdf.rect(x + start * module, y + line * module, (end - start) * module, module, 'F')
      start = end
    }
  })
}

function drawLogo(pdf: jsPDF, { x, y, width, logo }: Extract<PageElement, { kind: 'logo' }>): void {
  const dot = width / logo.width
  for (const run of logoRuns(logo)) pdf.rect(x + run.x * dot, y + run.y * dot, run.length * dot, dot, 'F')
}

function draw(pdf: jsPDF, element: PageElement): void {
  switch (element.kind) {
    case 'text':
      setFont(pdf, element.size, element.bold)
      pdf.text(element.text, element.x, element.y, { align: element.align })
      break
    case 'line':
      pdf.setLineWidth(0.2).setLineDashPattern(element.dashed ? [0.8, 0.6] : [], 0)
      pdf.line(element.x, element.y, element.to, element.y)
      break
    case 'box':
      pdf.setLineWidth(0.4).setLineDashPattern([], 0)
      pdf.rect(element.x, element.y, element.width, element.height)
      break
    case 'logo':
      drawLogo(pdf, element)
      break
    case 'qr':
      drawQr(pdf, element)
  }
}

/** Makes the file of a receipt. Nothing is fetched: it works offline. */
export function drawPdf({ lines, size, title, at, fileId }: PdfRequest): ArrayBuffer {
  const measuringDocument = openDocument({ width: 80, height: 80 })
  const measure: Measure = (text, points, bold) => {
    setFont(measuringDocument, points, bold)
    return measuringDocument.getStringUnitWidth(text) * points * MM_PER_POINT
  }
  const [first, ...more] = layOutLines(lines, size, measure)
  if (first === undefined) throw new Error('a receipt has a page')
  const pdf = openDocument(first)
  pdf.setProperties({ title, creator: 'Risiti' })
  pdf.setCreationDate(new Date(at))
  pdf.setFileId(fileId)
  for (const element of first.elements) draw(pdf, element)
  for (const page of more) {
    pdf.addPage(sheetFor(page))
    for (const element of page.elements) draw(pdf, element)
  }
  return pdf.output('arraybuffer')
}
