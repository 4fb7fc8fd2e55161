import { jsPDF } from 'jspdf'
import { PAPERS } from '#domain/receipts/paper-size.ts'
import { printableText } from '#domain/receipts/printable-text.ts'
import { wrapText } from '#domain/receipts/wrap-text.ts'
import { cellText, type ReportTable } from '#domain/reports/report-table.ts'

/** A report to be made into a file; everything in it is data, so that it can be passed to a worker. */
export type ReportPdfRequest = {
  readonly title: string
  /** Below the title: the company, and the days of the report. */
  readonly facts: readonly string[]
  readonly tables: readonly ReportTable[]
  /** When it was requested, in milliseconds. */
  readonly at: number
  /** 32 hexadecimal digits. */
  readonly fileId: string
}

const MM_PER_POINT = 25.4 / 72
const SHEET = PAPERS.A4
const [LEFT, RIGHT] = [15, SHEET.width - 15]
const [TOP, BOTTOM] = [SHEET.top, (SHEET.height ?? 0) - 18]
const ROW = 6
/** What each further line of a long name adds to its row. */
const NAME_LINE = 4
const NUMBER_COLUMN = 31
const [TITLE_POINTS, HEADING_POINTS, POINTS] = [16, 11.5, 9.5]

function rowHeight(nameLines: readonly string[]): number {
  return ROW + Math.max(0, nameLines.length - 1) * NAME_LINE
}

class ReportPages {
  readonly #pdf = new jsPDF({ unit: 'mm', format: 'a4', compress: true })
  #y = TOP

  constructor({ title, at, fileId }: ReportPdfRequest) {
    this.#pdf.setProperties({ title, creator: 'Risiti' })
    this.#pdf.setCreationDate(new Date(at))
    this.#pdf.setFileId(fileId)
  }

  /** Text across the page, as many lines as it takes. */
  text(text: string, points: number, bold: boolean): void {
    this.#font(points, bold)
    const height = points * 0.5
    for (const line of this.#lines(printableText(text), points, RIGHT - LEFT)) {
      this.#keep(height)
      this.#y += height
      this.#pdf.text(line, LEFT, this.#y)
    }
  }

  gap(height: number): void {
    this.#y += height
  }

  /** A table; its headings are repeated on every further page. */
  table({ title, columns, rows }: ReportTable): void {
    // A heading is never the last line of a page.
    this.#keep(ROW * 4)
    this.text(title, HEADING_POINTS, true)
    this.gap(1)
    const head = columns.map(printableText)
    this.#row(head, true)
    for (const row of rows) {
      const cells = row.map((cell) => printableText(cellText(cell)))
      this.#font(POINTS, false)
      if (this.#keep(rowHeight(this.#nameLines(cells)))) this.#row(head, true)
      this.#row(cells, false)
    }
    this.gap(ROW)
  }

  finish(): ArrayBuffer {
    const pages = this.#pdf.getNumberOfPages()
    this.#font(POINTS, false)
    for (let page = 1; page <= pages; page += 1) {
      this.#pdf.setPage(page)
      this.#pdf.text(`${page} / ${pages}`, RIGHT, BOTTOM + 8, { align: 'right' })
    }
    return this.#pdf.output('arraybuffer')
  }

  /** A text in lines of a width, in the font that is set. */
  #lines(text: string, points: number, width: number): string[] {
    return wrapText(text, width, (part) => this.#pdf.getStringUnitWidth(part) * points * MM_PER_POINT)
  }

  #font(points: number, bold: boolean): void {
    this.#pdf.setFont('helvetica', bold ? 'bold' : 'normal').setFontSize(points)
  }

  /** Starts a page when a height does not fit any more; returns whether it did. */
  #keep(height: number): boolean {
    if (this.#y + height <= BOTTOM) return false
    this.#pdf.addPage()
    this.#y = TOP
    return true
  }

  /** The name of a row in the lines that it takes beside the numbers. */
  #nameLines([name = '', ...values]: readonly string[]): string[] {
    return this.#lines(name, POINTS, RIGHT - LEFT - values.length * NUMBER_COLUMN - 3)
  }

  #row(cells: readonly string[], bold: boolean): void {
    this.#font(POINTS, bold)
    const lines = this.#nameLines(cells)
    const first = this.#y + ROW - 1.7
    const [, ...values] = cells
    lines.forEach((line, at) => {
      this.#pdf.text(line, LEFT, first + at * NAME_LINE)
    })
    values.forEach((value, index) => {
      this.#pdf.text(value, RIGHT - (values.length - 1 - index) * NUMBER_COLUMN, first, { align: 'right' })
    })
    this.#y += rowHeight(lines)
    this.#pdf.setLineWidth(bold ? 0.3 : 0.1).line(LEFT, this.#y, RIGHT, this.#y)
  }
}

/** Makes the file of a report on office sheets, amounts with two decimals. Nothing is fetched. */
export function drawReport(request: ReportPdfRequest): ArrayBuffer {
  const pages = new ReportPages(request)
  pages.text(request.title, TITLE_POINTS, true)
  pages.gap(1)
  for (const fact of request.facts) pages.text(fact, POINTS, false)
  pages.gap(ROW)
  for (const table of request.tables) pages.table(table)
  return pages.finish()
}
