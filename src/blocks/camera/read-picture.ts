import type { ReadCode } from '#workers/qr-decode/qr.worker.ts'
import { startQrDecoder } from '#workers/qr-decode/start-qr-decoder.ts'

/** Longer sides a picture is looked at in, one after the other: a code may be small in it, or fill it. */
const SIDES = [1000, 500, 1800]

function pixelsOf(picture: ImageBitmap, side: number): ImageData | undefined {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return context?.getImageData(0, 0, canvas.width, canvas.height)
}

/**
 * Reads a QR code in a picture file; `undefined` when it is no picture, or `wanted` takes no code that is seen in it.
 */
export async function readPicture<T>(
  file: Blob,
  wanted: (code: ReadCode) => T | undefined,
): Promise<T | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) return undefined
  const decoder = startQrDecoder()
  try {
    for (const side of SIDES) {
      const pixels = pixelsOf(picture, side)
      const code = pixels ? await decoder.read(pixels) : undefined
      const found = code && wanted(code)
      if (found !== undefined) return found
    }
    return undefined
  } finally {
    picture.close()
    decoder.stop()
  }
}
