import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LONG_RECEIPT, MAX_SIDE, photoSize, prefersCompressed } from '#domain/files/photo-size.ts'
import { MAX_FILE_BYTES } from '#domain/files/validate-file.ts'

it.each([
  [4000, 3000, 1600, 1200],
  [3000, 4000, 1200, 1600],
  [1600, 900, 1600, 900],
  [640, 480, 640, 480],
  [1080, 5000, 800, 3704],
  [5000, 1080, 3704, 800],
  [900, 1800, 800, 1600],
  [720, 4000, 720, 4000],
  [1080, 20_000, 432, 8000],
  [20_000, 4, 8000, 2],
])('makes %i × %i into %i × %i', (width, height, w, h) => {
  expect(photoSize({ width, height })).toEqual({ width: w, height: h })
})

it('keeps the shape of any photo, never makes it larger and never longer than a long receipt may be', () => {
  const side = fc.integer({ min: 1, max: 12_000 })
  fc.assert(
    fc.property(side, side, (width, height) => {
      const size = photoSize({ width, height })
      const [shorter, longer] = [Math.min(size.width, size.height), Math.max(size.width, size.height)]
      expect(longer).toBeLessThanOrEqual(LONG_RECEIPT.longer)
      // Only what is narrow may be longer than other photos.
      expect(longer <= MAX_SIDE || shorter <= LONG_RECEIPT.shorter).toBe(true)
      expect(size.width).toBeLessThanOrEqual(width)
      expect(size.height).toBeLessThanOrEqual(height)
      expect(shorter).toBeGreaterThanOrEqual(1)
      // Rounding to whole points is all that the shape loses.
      const scale = longer / Math.max(width, height)
      expect(Math.abs(size.width - width * scale)).toBeLessThanOrEqual(1)
      expect(Math.abs(size.height - height * scale)).toBeLessThanOrEqual(1)
    }),
  )
})

it('keeps the compressed form of every photo, without place and time, unless it is too large', () => {
  const photo = { type: 'image/jpeg', size: 200_000 } as const
  expect(prefersCompressed(photo, 90_000)).toBe(true)
  expect(prefersCompressed(photo, 210_000)).toBe(true)
  expect(prefersCompressed(photo, MAX_FILE_BYTES + 1)).toBe(false)
  const drawing = { type: 'image/png', size: 20_000 } as const
  expect(prefersCompressed(drawing, 60_000)).toBe(false)
  expect(prefersCompressed(drawing, 19_999)).toBe(true)
})
