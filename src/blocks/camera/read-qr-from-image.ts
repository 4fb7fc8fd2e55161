import type { ReadCode } from '#workers/qr-decode/qr.worker.ts'
import { startQrDecoder } from '#workers/qr-decode/start-qr-decoder.ts'

/** The sizes at which a picture is searched, one after the other: a code may be small in it, or fill it. */
const SCAN_SIZES = [1000, 500, 1800]

function toImageData(image: ImageBitmap, side: number): ImageData | undefined {
  const scale = Math.min(1, side / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return context?.getImageData(0, 0, canvas.width, canvas.height)
}

/** Reads a QR code in a picture file; `undefined` when it is no picture, or `parse` accepts no code in it. */
export async function readQrFromImage<T>(
  file: Blob,
  parse: (code: ReadCode) => T | undefined,
): Promise<T | undefined> {
  const image = await createImageBitmap(file).catch(() => undefined)
  if (!image) return undefined
  const decoder = startQrDecoder()
  try {
    for (const side of SCAN_SIZES) {
      const imageData = toImageData(image, side)
      const code = imageData ? await decoder.read(imageData) : undefined
      const found = code && parse(code)
      if (found !== undefined) return found
    }
    return undefined
  } finally {
    image.close()
    decoder.stop()
  }
}
