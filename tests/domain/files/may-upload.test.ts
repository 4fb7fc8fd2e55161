import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  firstPieceBytes,
  isNewPace,
  LARGE_UPLOAD_BYTES,
  type Line,
  mayUpload,
  nextPieceBytes,
  PIECE_BYTES,
  pieceBytesAfterLoss,
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
      let size: number = PIECE_BYTES.first
      for (let piece = 0; piece < 12; piece += 1) size = nextPieceBytes(size, (size / bytesPerSecond) * 1_000)
      expect(size).toBeGreaterThanOrEqual(PIECE_BYTES.least)
      expect(size).toBeLessThanOrEqual(PIECE_BYTES.most)
      const took = size / bytesPerSecond
      expect(took <= 4 || size === PIECE_BYTES.least).toBe(true)
      expect(took >= 1 || size === PIECE_BYTES.most).toBe(true)
    }),
  )
})

it('does not take a line for fast because the short end of a file arrived soon, and takes it for slow all the same', () => {
  const { first } = PIECE_BYTES
  expect(nextPieceBytes(first, 300, 5_000)).toBe(first)
  expect(nextPieceBytes(first, 300)).toBe(first * 2)
  expect(nextPieceBytes(first, 5_000, 5_000)).toBe(first / 2)
})

it('begins smallest after a piece that was lost on its way for long, and as before after one that was lost at once', () => {
  expect(pieceBytesAfterLoss(PIECE_BYTES.most, 60_000)).toBe(PIECE_BYTES.least)
  expect(pieceBytesAfterLoss(PIECE_BYTES.most, 10)).toBe(PIECE_BYTES.most)
})

const NOON = Date.parse('2026-11-22T09:00:00.000Z')
const SECOND = 1_000
const FAST = { bytes: PIECE_BYTES.most, at: NOON, kind: 'free' as const }
const SLOW = { bytes: PIECE_BYTES.least, at: NOON, kind: 'cellular' as const }

it.each([
  ['nothing is known', undefined, 'unknown' as const, 0, PIECE_BYTES.first],
  ['it was fast a moment ago', FAST, 'free' as const, 20 * SECOND, PIECE_BYTES.most],
  ['it was fast on another line', FAST, 'cellular' as const, 20 * SECOND, PIECE_BYTES.first],
  ['it was fast a while ago', FAST, 'free' as const, 90 * SECOND, PIECE_BYTES.first],
  ['the clock jumped back since it was fast', FAST, 'free' as const, -SECOND, PIECE_BYTES.first],
  ['it was slow a moment ago', SLOW, 'cellular' as const, SECOND, PIECE_BYTES.least],
  ['it was slow, whenever and wherever that was', SLOW, 'free' as const, 1e9, PIECE_BYTES.least],
])('begins a turn with what the line showed: %s', (_, known, kind, later, bytes) => {
  expect(firstPieceBytes(known, kind, NOON + later)).toBe(bytes)
})

it('keeps a pace when the next turn would begin with another one without it, and not more often', () => {
  const at = (later: number) => NOON + later * SECOND
  expect(isNewPace(undefined, SLOW)).toBe(true)
  expect(isNewPace(FAST, SLOW)).toBe(true)
  expect(isNewPace(SLOW, { ...SLOW, at: at(1e6), kind: 'free' })).toBe(false)
  expect(isNewPace(FAST, { ...FAST, at: at(20) })).toBe(false)
  expect(isNewPace(FAST, { ...FAST, at: at(40) })).toBe(true)
  expect(isNewPace(FAST, { ...FAST, at: at(1), kind: 'cellular' })).toBe(true)
})
