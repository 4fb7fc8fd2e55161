import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import type { Engine } from './search-picture.ts'

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
