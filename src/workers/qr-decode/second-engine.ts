import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import type { Engine, Picture } from './search-picture.ts'

/** Where its program is: an address, or the bytes. Without it, it would ask a server outside. */
type Program = { readonly url: string } | { readonly bytes: ArrayBuffer }

/** Starts the second engine, which reads codes that are small, blurred or bent. Rejects where its program cannot be loaded. */
export async function startSecondEngine(program: Program): Promise<Engine> {
  const overrides = 'url' in program ? { locateFile: () => program.url } : { wasmBinary: program.bytes }
  await prepareZXingModule({ overrides, fireImmediately: true })
  return async ({ data, width, height }, { denoise = false, global = false, invert = false }) => {
    const picture = { data: new Uint8ClampedArray(data), width, height, colorSpace: 'srgb' as const }
    const [code] = await readBarcodes(picture, {
      formats: ['QRCodeModel2'],
      maxNumberOfSymbols: 1,
      textMode: 'Plain',
      tryDenoise: denoise,
      tryInvert: invert,
      binarizer: global ? 'GlobalHistogram' : 'LocalAverage',
    })
    return code?.isValid && code.text !== '' ? { text: code.text, bytes: code.bytes } : undefined
  }
}

/** A code on goods: its text as it is printed below the bars, and its kind in the words of the Shape Detection API. */
export type GoodsCode = { readonly rawValue: string; readonly format: string }

const GOODS_FORMATS = new Map<string, string>([
  ['EAN13', 'ean_13'],
  ['EAN8', 'ean_8'],
  ['UPCA', 'upc_a'],
  ['UPCE', 'upc_e'],
  ['Code128', 'code_128'],
])

/** The engine gives a UPC-E code in thirteen digits, and the eight that are printed in a note. */
function printedUpcE(extra: string): string | undefined {
  return /"UPCE":\s*"(\d+)"/.exec(extra)?.[1]
}

/** Reads the barcodes of goods in a picture, with the program that `startSecondEngine` loaded. */
export async function readGoodsCodes({ data, width, height }: Picture): Promise<readonly GoodsCode[]> {
  const picture = { data: new Uint8ClampedArray(data), width, height, colorSpace: 'srgb' as const }
  const found = await readBarcodes(picture, {
    formats: ['EAN13', 'EAN8', 'UPCA', 'UPCE', 'Code128'],
    textMode: 'Plain',
    tryInvert: false,
  })
  return found.flatMap(({ isValid, text, format, extra }) => {
    const name = GOODS_FORMATS.get(format)
    return isValid && name !== undefined ? [{ rawValue: printedUpcE(extra) ?? text, format: name }] : []
  })
}
