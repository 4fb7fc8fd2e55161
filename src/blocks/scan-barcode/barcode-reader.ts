import { expandUpcE, hasCorrectCheckDigit, readBarcode } from '#domain/products/barcode.ts'
import type { GoodsCode } from '#workers/qr-decode/qr.worker.ts'
import { startQrDecoder } from '#workers/qr-decode/start-qr-decoder.ts'
import type { FrameReader } from '../camera/read-camera.ts'

/** Enough for a code that fills half of the picture; more only costs a cheap phone time. */
const FRAME_WIDTH = 640

/** What browsers call the kinds of codes on goods (Shape Detection API); all but the last have a check digit. */
const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128'] as const

type Detector = { detect(picture: ImageData): Promise<readonly GoodsCode[]> }
type DetectorClass = {
  new (options: { readonly formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

function isDetectorClass(value: unknown): value is DetectorClass {
  return typeof value === 'function' && 'getSupportedFormats' in value
}

/** The reader of the browser, where it reads all of them: some browsers have one that reads nothing. */
export async function findDetector(): Promise<Detector | undefined> {
  const Found: unknown = Reflect.get(globalThis, 'BarcodeDetector')
  if (!isDetectorClass(Found)) return undefined
  try {
    const read = await Found.getSupportedFormats()
    return FORMATS.every((format) => read.includes(format)) ? new Found({ formats: FORMATS }) : undefined
  } catch {
    return undefined
  }
}

function hasCheckDigit({ rawValue, format }: GoodsCode): boolean {
  if (format === 'code_128') return true
  // Some browsers give the eight digits of UPC-E, some the longer number that they are short for.
  if (format === 'upc_e' && rawValue.length === 8) return expandUpcE(rawValue) !== undefined
  return hasCorrectCheckDigit(rawValue)
}

/**
 * A code as found in a picture, in the form that products are found by; `undefined` for one that was misread. UPC-E
 * stays in eight digits: so it is printed, and so hand scanners read it.
 */
export function acceptCode(code: GoodsCode): string | undefined {
  return hasCheckDigit(code) ? readBarcode(code.rawValue)?.code : undefined
}

/**
 * Reads barcodes in the pictures of the camera: by the reader of the browser or, where it has none, in the worker, whose
 * program is loaded then. `onUnable` is called where neither can.
 */
export async function startBarcodeReader(onUnable: () => void): Promise<FrameReader> {
  const detector = await findDetector()
  const worker = detector ? undefined : startQrDecoder()
  const readInWorker = async (picture: ImageData): Promise<readonly GoodsCode[]> => {
    const found = await worker?.readGoods(picture).catch(() => undefined)
    if (!found) onUnable()
    return found ?? []
  }
  return {
    frameWidth: worker?.frameWidth ?? FRAME_WIDTH,
    read: async (picture) => {
      const found = await (detector ? detector.detect(picture) : readInWorker(picture))
      const text = found.map(acceptCode).find((code) => code !== undefined)
      return text === undefined ? undefined : { text, bytes: new Uint8Array() }
    },
    stop: () => worker?.stop(),
  }
}
