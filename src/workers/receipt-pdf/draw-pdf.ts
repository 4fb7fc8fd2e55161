import { jsPDF } from 'jspdf'
import { encode } from 'uqr'
import { logoRuns } from '#domain/receipts/logo.ts'
import type { PaperSize } from '#domain/receipts/paper-size.ts'
import type { ReceiptLine } from '#domain/receipts/receipt-line.ts'
import { type Mark, type Measure, type PlacedPage, placeLines } from './place-lines.ts'

/** A receipt to be made into a file; everything in it is data, so that it can travel to a worker. */
export type PdfOrder = {
  readonly lines: readonly ReceiptLine[]
  readonly size: PaperSize
  readonly title: string
  /** When the receipt was issued, in milliseconds: the same order gives the same file, byte for byte. */
  readonly at: number
  /** 32 hexadecimal digits. */
  readonly fileId: string
}

const MM_PER_POINT = 25.4 / 72

function sheetFor({ width, height }: Pick<PlacedPage, 'width' | 'height'>): [number, number] {
  return [width, height]
}

/** One writer for all pages; the standard Helvetica is in every reader and costs no byte of the file. */
function openDocument(page: Pick<PlacedPage, 'width' | 'height'>): jsPDF {
  const { width, height } = page
  const orientation = width > height ? 'landscape' : 'portrait'
  return new jsPDF({ unit: 'mm', format: sheetFor(page), orientation, compress: true })
}

function setType(pdf: jsPDF, points: number, bold: boolean): void {
  pdf.setFont('helvetica', bold ? 'bold' : 'normal').setFontSize(points)
}

/** Modules of a row that follow one another become one bar: no hair lines between them, and a small file. */
function drawQr(pdf: jsPDF, { x, y, side, text }: Extract<Mark, { kind: 'qr' }>): void {
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

function drawLogo(pdf: jsPDF, { x, y, width, logo }: Extract<Mark, { kind: 'logo' }>): void {
  const dot = width / logo.width
  for (const run of logoRuns(logo)) pdf.rect(x + run.x * dot, y + run.y * dot, run.length * dot, dot, 'F')
}

function draw(pdf: jsPDF, mark: Mark): void {
  switch (mark.kind) {
    case 'text':
      setType(pdf, mark.size, mark.bold)
      pdf.text(mark.text, mark.x, mark.y, { align: mark.align })
      break
    case 'line':
      pdf.setLineWidth(0.2).setLineDashPattern(mark.dashed ? [0.8, 0.6] : [], 0)
      pdf.line(mark.x, mark.y, mark.to, mark.y)
      break
    case 'box':
      pdf.setLineWidth(0.4).setLineDashPattern([], 0)
      pdf.rect(mark.x, mark.y, mark.width, mark.height)
      break
    case 'logo':
      drawLogo(pdf, mark)
      break
    case 'qr':
      drawQr(pdf, mark)
  }
}

/** Makes the file of a receipt. Nothing is fetched: it works without a line. */
export function drawPdf({ lines, size, title, at, fileId }: PdfOrder): ArrayBuffer {
  const ruler = openDocument({ width: 80, height: 80 })
  const measure: Measure = (text, points, bold) => {
    setType(ruler, points, bold)
    return ruler.getStringUnitWidth(text) * points * MM_PER_POINT
  }
  const [first, ...more] = placeLines(lines, size, measure)
  if (first === undefined) throw new Error('a receipt has a page')
  const pdf = openDocument(first)
  pdf.setProperties({ title, creator: 'Risiti' })
  pdf.setCreationDate(new Date(at))
  pdf.setFileId(fileId)
  for (const mark of first.marks) draw(pdf, mark)
  for (const page of more) {
    pdf.addPage(sheetFor(page))
    for (const mark of page.marks) draw(pdf, mark)
  }
  return pdf.output('arraybuffer')
}
