import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import { type Picture, scalePicture } from './picture.ts'

/** A code in a picture, and by how many quarters the picture must be turned to the right to be upright. */
export type FoundCode = { readonly text: string; readonly quarters: number }

const OPTIONS: ReaderOptions = {
  formats: ['QRCodeModel2'],
  maxNumberOfSymbols: 1,
  textMode: 'Plain',
  tryDenoise: true,
}

let started = false

/** The engine's own loader would ask a server outside for its binary. */
function startEngine(): void {
  if (started) return
  started = true
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(path)).buffer } })
}

/** Finds the QR code of a receipt, in the picture as it is and at half and double its size. */
export async function findCode(picture: Picture): Promise<FoundCode | undefined> {
  startEngine()
  for (const factor of [1, 0.5, 2]) {
    if (factor === 2 && picture.width * picture.height > 3_000_000) continue
    const { data, width, height } = factor === 1 ? picture : scalePicture(picture, factor)
    const pixels = { data: new Uint8ClampedArray(data), width, height, colorSpace: 'srgb' as const }
    const [found] = await readBarcodes(pixels, OPTIONS)
    if (!found?.isValid || found.text === '') continue
    const { topLeft, topRight } = found.position
    const angle = Math.atan2(topRight.y - topLeft.y, topRight.x - topLeft.x)
    return { text: found.text, quarters: (4 - Math.round(angle / (Math.PI / 2))) % 4 }
  }
  return undefined
}
