import { type FileType, MAX_FILE_BYTES } from './validate-file.ts'

/** Longest side of a stored photo, in pixels: the small print of a receipt can still be read. */
export const MAX_SIDE = 1600

export type PhotoSize = { readonly width: number; readonly height: number }

/** The size a photo is reduced to: same proportions, no side longer than `MAX_SIDE`, never larger than it was. */
export function photoSize({ width, height }: PhotoSize): PhotoSize {
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height, 1))
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
