import type { Logo } from '#domain/receipts/logo.ts'
import { PAPERS, type PaperSize } from '#domain/receipts/paper-size.ts'
import { printableText } from '#domain/receipts/printable-text.ts'
import type { ReceiptLine } from '#domain/receipts/receipt-line.ts'
import { wrapText } from '#domain/receipts/wrap-text.ts'

/** Width of a text in millimetres, set in points of the standard font. */
export type Measure = (text: string, points: number, bold: boolean) => number

/** An element at its position on a page, in millimetres from the upper left corner. */
export type PageElement =
  | {
      readonly kind: 'logo'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly logo: Logo
    }
  | {
      readonly kind: 'text'
      readonly text: string
      readonly x: number
      /** The baseline of the text, not its top. */
      readonly y: number
      readonly align: 'left' | 'center' | 'right'
      readonly size: number
      readonly bold: boolean
    }
  | {
      readonly kind: 'line'
      readonly x: number
      readonly y: number
      readonly to: number
      readonly dashed: boolean
    }
  | {
      readonly kind: 'box'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
    }
  | {
      readonly kind: 'qr'
      readonly x: number
      readonly y: number
      readonly side: number
      readonly text: string
    }

const LOGO_WIDTH = 32

export type PlacedPage = {
  readonly elements: readonly PageElement[]
  readonly width: number
  readonly height: number
}

const MM_PER_POINT = 25.4 / 72

type Text = Extract<PageElement, { kind: 'text' }>

type Typography = {
  readonly points: number
  readonly gap: number
  readonly qr: number
  readonly name: number
  readonly sums: number
}

/** Font sizes and distances of each paper; `name` and `sums` are the columns of an office sheet. */
const TYPOGRAPHY: Readonly<Record<PaperSize, Typography>> = {
  58: { points: 7.5, gap: 1.2, qr: 28, name: 0, sums: 0 },
  80: { points: 9, gap: 1.5, qr: 34, name: 0, sums: 0 },
  A4: { points: 10.5, gap: 3, qr: 38, name: 58, sums: 70 },
}

/** Puts lines below each other; starts a new page of an office sheet when one is full. */
export function layOutLines(lines: readonly ReceiptLine[], size: PaperSize, measure: Measure): PlacedPage[] {
  const layout = new PageLayout(size, measure)
  for (const [index, line] of lines.entries()) layout.place(line, lines[index - 1], lines[index + 1])
  return layout.pages()
}

class PageLayout {
  readonly #size: PaperSize
  readonly #measure: Measure
  readonly #done: PlacedPage[] = []
  #marks: PageElement[] = []
  #y: number

  constructor(size: PaperSize, measure: Measure) {
    this.#size = size
    this.#measure = measure
    this.#y = PAPERS[size].top
  }

  pages(): PlacedPage[] {
    const { width, height, top } = PAPERS[this.#size]
    return [...this.#done, { elements: this.#marks, width, height: height ?? this.#y + top }]
  }

  place(line: ReceiptLine, before?: ReceiptLine, after?: ReceiptLine): void {
    const { points, gap, qr, name, sums } = TYPOGRAPHY[this.#size]
    switch (line.kind) {
      case 'rule':
        this.#rule(gap, true)
        break
      case 'frame':
        if (before && before.kind !== 'frame') this.#y += gap
        this.#centred(line.text, points, true)
        if (after && after.kind !== 'frame') this.#y += gap
        break
      case 'mark':
        this.#centred(line.text, points * 1.5, true)
        break
      case 'logo':
        this.#logo(line.logo, gap)
        break
      case 'seller':
        this.#y += gap
        this.#centred(line.text, points * 1.2, true)
        break
      case 'centred':
        this.#centred(line.text, points, false)
        break
      case 'notice':
        this.#notice(line.text, points * 1.2, gap)
        break
      case 'fact':
        if (name > 0) this.#beside(line.name, line.value, name, points)
        else this.#pair(line.name, line.value, points, false, 0)
        break
      case 'sum':
        this.#pair(line.name, line.value, points, false, sums)
        break
      case 'grand':
        this.#rule(gap, false, sums)
        this.#pair(line.name, line.value, points * 1.12, true, sums)
        this.#rule(gap, false, sums)
        break
      case 'item':
        this.#item(line, points)
        break
      case 'code':
        this.#keep(lineHeight(points) * 3 + qr)
        this.#centred(line.name, points, false)
        this.#centred(line.text, points * 1.2, true)
        break
      case 'qr':
        this.#qr(line.text, qr, gap)
    }
  }

  get #left(): number {
    return PAPERS[this.#size].side
  }

  get #right(): number {
    const { width, side } = PAPERS[this.#size]
    return width - side
  }

  /** Reserves space for content that must not be split. */
  #keep(height: number): void {
    const { width, height: full, top } = PAPERS[this.#size]
    if (full === null || this.#y + height <= full - top) return
    this.#done.push({ elements: this.#marks, width, height: full })
    this.#marks = []
    this.#y = top
  }

  #break(text: string, points: number, bold: boolean, width: number): string[] {
    return wrapText(printableText(text), width, (part) => this.#measure(part, points, bold))
  }

  #row(points: number, parts: readonly Omit<Text, 'kind' | 'y' | 'size'>[]): void {
    const height = lineHeight(points)
    this.#keep(height)
    const y = this.#y + height * 0.74
    for (const part of parts) this.#marks.push({ kind: 'text', y, size: points, ...part })
    this.#y += height
  }

  #centred(text: string, points: number, bold: boolean): void {
    const x = (this.#left + this.#right) / 2
    for (const part of this.#break(text, points, bold, this.#right - this.#left)) {
      this.#row(points, [{ text: part, x, align: 'center', bold }])
    }
  }

  #notice(text: string, points: number, gap: number): void {
    this.#y += gap / 2
    const x = this.#left
    const y = this.#y
    this.#centred(text, points, true)
    this.#marks.push({ kind: 'box', x, y, width: this.#right - x, height: this.#y - y })
  }

  #rule(gap: number, dashed: boolean, indent = 0): void {
    this.#y += gap
    this.#marks.push({ kind: 'line', x: this.#left + indent, y: this.#y, to: this.#right, dashed })
    this.#y += gap
  }

  /** A name and its value on one line when they fit, else the value below, at the right. */
  #pair(name: string, value: string, points: number, bold: boolean, indent: number): void {
    const left = this.#left + indent
    const width = this.#right - left
    const [firstValue = '', ...more] = this.#break(value, points, bold, width)
    const space = this.#measure('mm', points, bold)
    const available = width - this.#measure(firstValue, points, bold) - space
    const names = this.#break(name, points, bold, Math.max(available, width / 3))
    const widest = Math.max(...names.map((part) => this.#measure(part, points, bold)))
    const fits = more.length === 0 && widest <= available
    names.forEach((part, index) => {
      const first = fits && index === 0
      this.#row(points, [
        { text: part, x: left, align: 'left', bold },
        ...(first ? [{ text: firstValue, x: this.#right, align: 'right' as const, bold }] : []),
      ])
    })
    if (fits) return
    for (const part of [firstValue, ...more]) {
      this.#row(points, [{ text: part, x: this.#right, align: 'right', bold }])
    }
  }

  /** A name and its value in columns. */
  #beside(name: string, value: string, column: number, points: number): void {
    const x = this.#left + column
    this.#break(value, points, false, this.#right - x).forEach((part, index) => {
      this.#row(points, [
        ...(index === 0
          ? [{ text: printableText(name), x: this.#left, align: 'left' as const, bold: false }]
          : []),
        { text: part, x, align: 'left', bold: false },
      ])
    })
  }

  #item(line: Extract<ReceiptLine, { kind: 'item' }>, points: number): void {
    this.#keep(lineHeight(points) * 3)
    for (const part of this.#break(line.description, points, true, this.#right - this.#left)) {
      this.#row(points, [{ text: part, x: this.#left, align: 'left', bold: true }])
    }
    this.#pair(line.measure, line.amount, points, false, 0)
    if (line.discount) this.#pair(line.discount.name, line.discount.value, points, false, 0)
    this.#y += lineHeight(points) * 0.25
  }

  #logo(logo: Logo, gap: number): void {
    const width = Math.min(LOGO_WIDTH, (this.#right - this.#left) * 0.6)
    const height = (width * logo.height) / logo.width
    this.#y += gap
    this.#marks.push({ kind: 'logo', x: (this.#left + this.#right - width) / 2, y: this.#y, width, logo })
    this.#y += height
  }

  #qr(text: string, side: number, gap: number): void {
    this.#keep(side + gap * 2)
    this.#y += gap
    this.#marks.push({ kind: 'qr', x: (this.#left + this.#right - side) / 2, y: this.#y, side, text })
    this.#y += side + gap
  }
}

function lineHeight(points: number): number {
  return points * MM_PER_POINT * 1.4
}
