import { encode } from 'uqr'
import { logoBytes } from '#domain/receipts/logo.ts'
import { windowsByte } from '#domain/receipts/printable-text.ts'
import type { PrinterRow } from '#domain/receipts/printer-rows.ts'

/** The options for sending a receipt. */
export type EscposOptions = {
  /** Dots across the paper. */
  readonly dots: number
  /** For printers that do not support QR codes. */
  readonly qrAsPicture: boolean
  readonly opensDrawer: boolean
}

const ESC = 0x1b
const GS = 0x1d
const FS = 0x1c
const LINE_FEED = 0x0a

/** Reset, no Chinese double bytes (many printers start with them), Windows-1252 characters. */
const INIT = [ESC, 0x40, FS, 0x2e, ESC, 0x74, 16]
/** Feeds the paper past the knife, then a partial cut; printers without a knife ignore the cut. */
const CUT = [ESC, 0x64, 4, GS, 0x56, 66, 0]
/** A pulse of 50 ms to the drawer at the first pin. */
const OPEN_DRAWER = [ESC, 0x70, 0, 25, 250]

function lowByte(value: number): number {
  return value % 256
}

function highByte(value: number): number {
  return Math.floor(value / 256)
}

function encodeText(text: string): number[] {
  return Array.from(text, (character) => windowsByte(character) ?? 0x3f)
}

/** Style is set for each row again: a lost byte then spoils only one row. */
function encodeTextRow({ text, centred, bold, tall }: Extract<PrinterRow, { kind: 'text' }>): number[] {
  return [
    ...[ESC, 0x61, centred ? 1 : 0],
    ...[ESC, 0x45, bold ? 1 : 0],
    ...[GS, 0x21, tall ? 0x01 : 0x00],
    ...encodeText(text),
    LINE_FEED,
  ]
}

/**
 * The printer's own QR code: model 2, size of a module in dots, correction M, the text, print (function 165 to 181).
 */
function encodeQr(text: string, module: number): number[] {
  const payload = encodeText(text)
  const length = payload.length + 3
  return [
    ...[GS, 0x28, 0x6b, 4, 0, 49, 65, 50, 0],
    ...[GS, 0x28, 0x6b, 3, 0, 49, 67, module],
    ...[GS, 0x28, 0x6b, 3, 0, 49, 69, 49],
    ...[GS, 0x28, 0x6b, lowByte(length), highByte(length), 49, 80, 48],
    ...payload,
    ...[GS, 0x28, 0x6b, 3, 0, 49, 81, 48],
  ]
}

/** A picture, row by row from the top, eight dots a byte, the leftmost the highest bit (GS v 0). */
function encodeBitmap(bytesPerRow: number, height: number, dots: readonly number[]): number[] {
  return [
    GS,
    0x76,
    0x30,
    0,
    lowByte(bytesPerRow),
    highByte(bytesPerRow),
    lowByte(height),
    highByte(height),
    ...dots,
  ]
}

function encodeQrBitmap(text: string, module: number): number[] {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const width = Math.ceil((size * module) / 8)
  const height = size * module
  const rows = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, byte) => {
      let bits = 0
      for (let bit = 0; bit < 8; bit += 1) {
        const dark = data[Math.floor(y / module)]?.[Math.floor((byte * 8 + bit) / module)] ?? false
        bits = bits * 2 + (dark ? 1 : 0)
      }
      return bits
    }),
  )
  return encodeBitmap(width, height, rows.flat())
}

/** Codes are about half as wide as the paper: easy to read for cheap cameras, and printed fast. */
function moduleSize(text: string, dots: number): number {
  const { size } = encode(text, { ecc: 'M', border: 2 })
  return Math.max(3, Math.min(8, Math.floor((dots * 0.55) / size)))
}

function encodeRow(row: PrinterRow, { dots, qrAsPicture }: EscposOptions): number[] {
  if (row.kind === 'text') return encodeTextRow(row)
  if (row.kind === 'logo') {
    const { width, height } = row.logo
    return [ESC, 0x61, 1, ...encodeBitmap(Math.ceil(width / 8), height, logoBytes(row.logo)), LINE_FEED]
  }
  const module = moduleSize(row.text, dots)
  const code = qrAsPicture ? encodeQrBitmap(row.text, module) : encodeQr(row.text, module)
  return [ESC, 0x61, 1, ...code, LINE_FEED]
}

/** A receipt in ESC/POS, the language of receipt printers. */
export function encodeReceipt(rows: readonly PrinterRow[], options: EscposOptions): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([
    ...INIT,
    ...rows.flatMap((row) => encodeRow(row, options)),
    ...CUT,
    ...(options.opensDrawer ? OPEN_DRAWER : []),
  ])
}
