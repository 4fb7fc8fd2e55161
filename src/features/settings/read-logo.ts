import { LOGO_LIMIT, type Logo, logoOf } from '#domain/receipts/logo.ts'

/** Larger pictures come from a camera, and would take long to decode on a small phone. */
const LARGEST_FILE = 5 * 1024 * 1024

/**
 * Makes a logo from a picture file, as large as a receipt allows; `undefined` when it is no picture or would be
 * blank.
 */
export async function readLogo(file: File): Promise<Logo | undefined> {
  if (file.size > LARGEST_FILE) return undefined
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) return undefined
  const scale = Math.min(1, LOGO_LIMIT.width / picture.width, LOGO_LIMIT.height / picture.height)
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  picture.close()
  return logoOf(context.getImageData(0, 0, width, height))
}
