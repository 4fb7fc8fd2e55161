import type { ReadCode } from '#workers/qr-decode/qr.worker.ts'
import { startQrDecoder } from '#workers/qr-decode/start-qr-decoder.ts'

/** A larger picture only costs time and memory. */
const LONGEST_SIDE = 1800

function toImageData(image: ImageBitmap): ImageData | undefined {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(image.width, image.height))
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
    const imageData = toImageData(image)
    return imageData && (await decoder.readStill(imageData, parse))
  } finally {
    image.close()
    decoder.stop()
  }
}
