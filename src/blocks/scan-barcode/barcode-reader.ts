import { hasCorrectCheckDigit, readBarcode } from '#domain/products/barcode.ts'
import type { FrameReader } from '../camera/read-camera.ts'

/** Enough for a code that fills half of the picture; more only costs a cheap phone time. */
const FRAME_WIDTH = 640

/** What browsers call the kinds of codes on goods (Shape Detection API); all but the last have a check digit. */
const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'code_128'] as const

type FoundCode = { readonly rawValue: string; readonly format: string }
type Detector = { detect(picture: ImageData): Promise<readonly FoundCode[]> }
type DetectorClass = new (options: { readonly formats: readonly string[] }) => Detector

function isDetectorClass(value: unknown): value is DetectorClass {
  return typeof value === 'function'
}

function findDetectorClass(): DetectorClass | undefined {
  const found: unknown = Reflect.get(globalThis, 'BarcodeDetector')
  return isDetectorClass(found) ? found : undefined
}

/** Whether this browser reads barcodes in a picture. */
export function hasBarcodeReader(): boolean {
  return findDetectorClass() !== undefined
}

/** A code as found in a picture, in the form that products are found by; `undefined` for one that was misread. */
export function acceptCode({ rawValue, format }: FoundCode): string | undefined {
  if (format !== 'code_128' && !hasCorrectCheckDigit(rawValue)) return undefined
  return readBarcode(rawValue)?.code
}

/** Reads barcodes in the pictures of the camera. */
export function startBarcodeReader(): FrameReader {
  const DetectorOfBrowser = findDetectorClass()
  const detector = DetectorOfBrowser && new DetectorOfBrowser({ formats: FORMATS })
  return {
    frameWidth: FRAME_WIDTH,
    read: async (picture) => {
      const found = (await detector?.detect(picture)) ?? []
      const text = found.map(acceptCode).find((code) => code !== undefined)
      return text === undefined ? undefined : { text, bytes: new Uint8Array() }
    },
    stop: () => undefined,
  }
}
