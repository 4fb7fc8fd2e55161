import { type FileType, MAX_FILE_BYTES } from './validate-file.ts'

/** Longest side of a stored photo, in pixels: the small print of a receipt can still be read. */
export const MAX_SIDE = 1600
/** A long receipt is as wide as a short one: its shorter side keeps so many pixels, and its longer one at most so many. */
export const LONG_RECEIPT = { shorter: 800, longer: 8000 } as const

export type PhotoSize = { readonly width: number; readonly height: number }

/** The size a photo is reduced to: same proportions, never larger than it was. */
export function photoSize({ width, height }: PhotoSize): PhotoSize {
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height, 1)]
  const ofLongReceipt = Math.min(LONG_RECEIPT.shorter / Math.max(shorter, 1), LONG_RECEIPT.longer / longer)
  const scale = Math.min(1, Math.max(MAX_SIDE / longer, ofLongReceipt))
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: side(width), height: side(height) }
}

/**
 * Whether the compressed form of a picture is stored rather than the original. For a JPEG always, unless it would be
 * too large: the original contains where and when it was taken. A PNG is often a drawing, smaller than its photo.
 */
export function prefersCompressed(
  original: { readonly type: FileType; readonly size: number },
  compressedSize: number,
): boolean {
  if (compressedSize > MAX_FILE_BYTES) return false
  return original.type === 'image/jpeg' || compressedSize < original.size
}
