import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  CHUNK_BYTES,
  chunkSizeAfterLoss,
  initialChunkSize,
  isNewChunkSize,
  LARGE_UPLOAD_BYTES,
  mayUpload,
  type NetworkConnection,
  nextChunkSize,
  readConnection,
} from '#domain/files/may-upload.ts'

const LARGE = { size: LARGE_UPLOAD_BYTES + 1 }
const CELLULAR: NetworkConnection = { kind: 'cellular', savesData: false }

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
])('reads %j as %j (Network Information API)', (connection, network) => {
  expect(readConnection(connection)).toEqual(network)
})

it('holds a large file on mobile data, and while the phone saves data, if that was wished', () => {
  expect(mayUpload(LARGE, CELLULAR, true)).toBe(false)
  expect(mayUpload(LARGE, { kind: 'unknown', savesData: true }, true)).toBe(false)
  expect(mayUpload(LARGE, { kind: 'free', savesData: false }, true)).toBe(true)
  // A browser that does not report its connection would otherwise never upload.
  expect(mayUpload(LARGE, { kind: 'unknown', savesData: false }, true)).toBe(true)
})

it('holds nothing unless this was chosen, nothing small, and nothing the person sends anyway', () => {
  const network = fc.record({
    kind: fc.constantFrom('cellular' as const, 'free' as const, 'unknown' as const),
    savesData: fc.boolean(),
  })
  fc.assert(
    fc.property(
      fc.nat(LARGE_UPLOAD_BYTES),
      fc.nat(6_000_000),
      network,
      fc.boolean(),
      (small, size, now, allowed) => {
        expect(mayUpload({ size }, now, false)).toBe(true)
        expect(mayUpload({ size: small }, now, allowed)).toBe(true)
        expect(mayUpload({ size, sendAnyway: true }, now, allowed)).toBe(true)
      },
    ),
  )
})

it('finds chunks of a second or two on any connection, within the limit of one request', () => {
  fc.assert(
    fc.property(fc.integer({ min: 4_000, max: 4_000_000 }), (bytesPerSecond) => {
      let size: number = CHUNK_BYTES.initial
      for (let step = 0; step < 12; step += 1) size = nextChunkSize(size, (size / bytesPerSecond) * 1_000)
      expect(size).toBeGreaterThanOrEqual(CHUNK_BYTES.min)
      expect(size).toBeLessThanOrEqual(CHUNK_BYTES.max)
      const took = size / bytesPerSecond
      expect(took <= 4 || size === CHUNK_BYTES.min).toBe(true)
      expect(took >= 1 || size === CHUNK_BYTES.max).toBe(true)
    }),
  )
})

it('does not take a connection for fast because the short end of a file arrived soon, but may take it for slow', () => {
  const { initial: first } = CHUNK_BYTES
  expect(nextChunkSize(first, 300, 5_000)).toBe(first)
  expect(nextChunkSize(first, 300)).toBe(first * 2)
  expect(nextChunkSize(first, 5_000, 5_000)).toBe(first / 2)
})

it('begins smallest after a chunk lost after a long wait, and as before after one lost at once', () => {
  expect(chunkSizeAfterLoss(CHUNK_BYTES.max, 60_000)).toBe(CHUNK_BYTES.min)
  expect(chunkSizeAfterLoss(CHUNK_BYTES.max, 10)).toBe(CHUNK_BYTES.max)
})

const NOON = Date.parse('2026-11-22T09:00:00.000Z')
const SECOND = 1_000
const FAST = { bytes: CHUNK_BYTES.max, at: NOON, kind: 'free' as const }
const SLOW = { bytes: CHUNK_BYTES.min, at: NOON, kind: 'cellular' as const }

it.each([
  ['nothing is known', undefined, 'unknown' as const, 0, CHUNK_BYTES.initial],
  ['it was fast a moment ago', FAST, 'free' as const, 20 * SECOND, CHUNK_BYTES.max],
  ['it was fast on another line', FAST, 'cellular' as const, 20 * SECOND, CHUNK_BYTES.initial],
  ['it was fast a while ago', FAST, 'free' as const, 90 * SECOND, CHUNK_BYTES.initial],
  ['the clock jumped back since it was fast', FAST, 'free' as const, -SECOND, CHUNK_BYTES.initial],
  ['it was slow a moment ago', SLOW, 'cellular' as const, SECOND, CHUNK_BYTES.min],
  ['it was slow, whenever and wherever that was', SLOW, 'free' as const, 1e9, CHUNK_BYTES.min],
])('begins a turn with the last measured speed: %s', (_, known, kind, later, bytes) => {
  expect(initialChunkSize(known, kind, NOON + later)).toBe(bytes)
})

it('keeps a pace when the next turn would begin with another one without it, and not more often', () => {
  const at = (later: number) => NOON + later * SECOND
  expect(isNewChunkSize(undefined, SLOW)).toBe(true)
  expect(isNewChunkSize(FAST, SLOW)).toBe(true)
  expect(isNewChunkSize(SLOW, { ...SLOW, at: at(1e6), kind: 'free' })).toBe(false)
  expect(isNewChunkSize(FAST, { ...FAST, at: at(20) })).toBe(false)
  expect(isNewChunkSize(FAST, { ...FAST, at: at(40) })).toBe(true)
  expect(isNewChunkSize(FAST, { ...FAST, at: at(1), kind: 'cellular' })).toBe(true)
})
