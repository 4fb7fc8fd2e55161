import { jsPDF } from 'jspdf'
import { PAPERS } from '#domain/receipts/paper-size.ts'
import { printableText } from '#domain/receipts/printable-text.ts'
import { wrapText } from '#domain/receipts/wrap-text.ts'
import { cellText, type ReportTable, type TableCell } from '#domain/reports/report-table.ts'

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
/** What each further line of a long text adds to its row. */
const FURTHER_LINE = 4
const NUMBER_COLUMN = 31
/** A single column of values with texts among them, such as the name of an office. */
const TEXT_COLUMN = 2 * NUMBER_COLUMN
/** Between a text and the column before it. */
const SPACE = 3
const [TITLE_POINTS, HEADING_POINTS, POINTS] = [16, 11.5, 9.5]

/** The lines that each cell of a row takes. */
type RowLines = readonly (readonly string[])[]

function rowHeight(lines: RowLines): number {
  return ROW + (Math.max(...lines.map(({ length }) => length)) - 1) * FURTHER_LINE
}

/** How wide the columns after the first one are. */
function valueWidth({ columns, rows }: ReportTable): number {
  const isText = rows.some(([, value]) => value?.kind === 'text')
  return columns.length === 2 && isText ? TEXT_COLUMN : NUMBER_COLUMN
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
  table(table: ReportTable): void {
    // A heading is never the last line of a page.
    this.#keep(ROW * 4)
    this.text(table.title, HEADING_POINTS, true)
    this.gap(1)
    const width = valueWidth(table)
    const headings = table.columns.map((text): TableCell => ({ kind: 'text', text }))
    this.#font(POINTS, true)
    const head = this.#rowLines(headings, width)
    this.#row(head, true, width)
    for (const row of table.rows) {
      this.#font(POINTS, false)
      const lines = this.#rowLines(row, width)
      if (this.#keep(rowHeight(lines))) this.#row(head, true, width)
      this.#row(lines, false, width)
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

  /** The cells of a row in the lines that they take beside each other, in the font that is set; a number is never broken. */
  #rowLines(cells: readonly TableCell[], width: number): RowLines {
    const nameWidth = RIGHT - LEFT - (cells.length - 1) * width
    return cells.map((cell, index) => {
      const text = printableText(cellText(cell))
      const isName = index === 0
      return isName || cell.kind === 'text'
        ? this.#lines(text, POINTS, (isName ? nameWidth : width) - SPACE)
        : [text]
    })
  }

  #row(lines: RowLines, bold: boolean, width: number): void {
    this.#font(POINTS, bold)
    const first = this.#y + ROW - 1.7
    lines.forEach((cell, index) => {
      const isName = index === 0
      const x = isName ? LEFT : RIGHT - (lines.length - 1 - index) * width
      cell.forEach((line, at) => {
        this.#pdf.text(line, x, first + at * FURTHER_LINE, { align: isName ? 'left' : 'right' })
      })
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
