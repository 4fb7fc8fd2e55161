import type { Logo } from './logo.ts'
import { printableText } from './printable-text.ts'
import type { ReceiptLine } from './receipt-line.ts'
import { wrapText } from './wrap-text.ts'

/** One row of a receipt printer, with characters of equal width. `tall` is twice as high. */
export type PrinterRow =
  | {
      readonly kind: 'text'
      readonly text: string
      readonly centred: boolean
      readonly bold: boolean
      readonly tall: boolean
    }
  | { readonly kind: 'qr'; readonly text: string }
  | { readonly kind: 'logo'; readonly logo: Logo }

type Style = Partial<Omit<Extract<PrinterRow, { kind: 'text' }>, 'kind' | 'text'>>

function textRow(text: string, { centred = false, bold = false, tall = false }: Style = {}): PrinterRow {
  return { kind: 'text', text, centred, bold, tall }
}

function wrapped(text: string, columns: number): string[] {
  return wrapText(printableText(text), columns, (part) => part.length)
}

function centredRows(text: string, columns: number, style: Style): PrinterRow[] {
  return wrapped(text, columns).map((part) => textRow(part, { ...style, centred: true }))
}

/** A name at the left and its value at the right; the value goes below when both do not fit on a row. */
function pairRows(name: string, value: string, columns: number, style: Style = {}): PrinterRow[] {
  const values = wrapped(value, columns)
  const [only = ''] = values
  const available = columns - only.length - 1
  const names = wrapped(name, Math.max(available, Math.ceil(columns / 3)))
  const fits = values.length === 1 && names.every((part) => part.length <= available)
  if (!fits) {
    return [
      ...wrapped(name, columns).map((part) => textRow(part, style)),
      ...values.map((part) => textRow(part.padStart(columns), style)),
    ]
  }
  return names.map((part, index) =>
    textRow(index === 0 ? part.padEnd(columns - only.length) + only : part, style),
  )
}

function rowsOf(line: ReceiptLine, columns: number): PrinterRow[] {
  switch (line.kind) {
    case 'frame':
      return centredRows(line.text, columns, { bold: true })
    case 'logo':
      return [{ kind: 'logo', logo: line.logo }]
    case 'mark':
    case 'seller':
      return centredRows(line.text, columns, { bold: true, tall: true })
    case 'notice': {
      const edge = '*'.repeat(columns)
      return [textRow(edge), ...centredRows(line.text, columns, { bold: true, tall: true }), textRow(edge)]
    }
    case 'centred':
      return centredRows(line.text, columns, {})
    case 'rule':
      return [textRow('-'.repeat(columns))]
    case 'fact':
    case 'sum':
      return pairRows(line.name, line.value, columns)
    case 'grand':
      return pairRows(line.name, line.value, columns, { bold: true, tall: true })
    case 'item':
      return [
        ...wrapped(line.description, columns).map((part) => textRow(part, { bold: true })),
        ...pairRows(line.measure, line.amount, columns),
        ...(line.discount ? pairRows(line.discount.name, line.discount.value, columns) : []),
      ]
    case 'code':
      return [
        ...centredRows(line.name, columns, {}),
        ...centredRows(line.text, columns, { bold: true, tall: true }),
      ]
    case 'qr':
      return [{ kind: 'qr', text: line.text }]
  }
}

/** The rows of a receipt on a printer with so many columns; every row is at most that wide. */
export function printerRows(lines: readonly ReceiptLine[], columns: number): PrinterRow[] {
  return lines.flatMap((line) => rowsOf(line, columns))
}
