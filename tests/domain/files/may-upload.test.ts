import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  LARGE_UPLOAD_BYTES,
  type Line,
  mayUpload,
  nextPieceBytes,
  PIECE_BYTES,
  readLine,
} from '#domain/files/may-upload.ts'

const LARGE = { size: LARGE_UPLOAD_BYTES + 1 }
const CELLULAR: Line = { kind: 'cellular', savesData: false }

it.each([
  [{ type: 'cellular' }, { kind: 'cellular', savesData: false }],
  [
    { type: 'wifi', saveData: true },
    { kind: 'free', savesData: true },
  ],
  [{ type: 'ethernet' }, { kind: 'free', savesData: false }],
  [{ type: 'none' }, { kind: 'unknown', savesData: false }],
  [{ saveData: true }, { kind: 'unknown', savesData: true }],
  [undefined, { kind: 'unknown', savesData: false }],
])('reads %j as %j (Network Information API)', (connection, line) => {
  expect(readLine(connection)).toEqual(line)
})

it('holds a large file on mobile data, and while the phone saves data, if that was wished', () => {
  expect(mayUpload(LARGE, CELLULAR, true)).toBe(false)
  expect(mayUpload(LARGE, { kind: 'unknown', savesData: true }, true)).toBe(false)
  expect(mayUpload(LARGE, { kind: 'free', savesData: false }, true)).toBe(true)
  // Where the browser does not tell, it would be held for ever.
  expect(mayUpload(LARGE, { kind: 'unknown', savesData: false }, true)).toBe(true)
})

it('holds nothing unless it was wished, nothing small, and nothing that shall go anyway', () => {
  const line = fc.record({
    kind: fc.constantFrom('cellular' as const, 'free' as const, 'unknown' as const),
    savesData: fc.boolean(),
  })
  fc.assert(
    fc.property(
      fc.nat(LARGE_UPLOAD_BYTES),
      fc.nat(6_000_000),
      line,
      fc.boolean(),
      (small, size, now, holds) => {
        expect(mayUpload({ size }, now, false)).toBe(true)
        expect(mayUpload({ size: small }, now, holds)).toBe(true)
        expect(mayUpload({ size, sendAnyway: true }, now, holds)).toBe(true)
      },
    ),
  )
})

it('finds pieces of a second or two on any line, within what one request may carry', () => {
  fc.assert(
    fc.property(fc.integer({ min: 4_000, max: 4_000_000 }), (bytesPerSecond) => {
      let size: number = PIECE_BYTES.least * 2
      for (let piece = 0; piece < 12; piece += 1) size = nextPieceBytes(size, (size / bytesPerSecond) * 1_000)
      expect(size).toBeGreaterThanOrEqual(PIECE_BYTES.least)
      expect(size).toBeLessThanOrEqual(PIECE_BYTES.most)
      const took = size / bytesPerSecond
      expect(took <= 4 || size === PIECE_BYTES.least).toBe(true)
      expect(took >= 1 || size === PIECE_BYTES.most).toBe(true)
    }),
  )
})
