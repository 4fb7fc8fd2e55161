import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

/** Shades of grey, row after row. */
export type GreyPicture = { readonly light: Uint8Array; readonly width: number; readonly height: number }

/** The kinds of codes on goods, each with a code of its kind. */
export const GOODS = {
  EAN13: '4006381333931',
  EAN8: '96385074',
  UPCA: '036000291452',
  UPCE: '04252614',
  Code128: 'DUKA-0012',
} as const

/** Pixels of the thinnest bar, and of white on both sides of the code. */
const BAR = 4
const QUIET = 60
const HEIGHT = 400
const [BLACK, WHITE] = [16, 235]

/** Draws a barcode in the middle of a white picture. */
export async function drawBarcode(format: keyof typeof GOODS, text: string): Promise<GreyPicture> {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm')
  const bytes = new Uint8Array(readFileSync(path)).buffer
  await prepareZXingModule({ overrides: { wasmBinary: bytes }, fireImmediately: true })
  const { symbol, error } = await writeBarcode(text, { format })
  if (error !== '') throw new Error(error)
  const width = symbol.width * BAR + 2 * QUIET
  const light = new Uint8Array(width * HEIGHT).fill(WHITE)
  for (let y = HEIGHT / 4; y < (HEIGHT * 3) / 4; y += 1) {
    for (let x = 0; x < symbol.width * BAR; x += 1) {
      if (symbol.data[Math.floor(x / BAR)] === 0) light[y * width + x + QUIET] = BLACK
    }
  }
  return { light, width, height: HEIGHT }
}
