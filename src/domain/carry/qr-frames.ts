import { crc32 } from './crc32.ts'

/**
 * A file as an endless row of QR codes, shown by one phone and filmed by another. Of two frames one is a plain piece,
 * the other several pieces laid over each other (XOR), so that whoever missed some needs any others, not just those, and
 * may begin to look at any time. The other direction stays silent. Which of the two comes first looks drawn by lot: a
 * camera that reads every second frame would meet no plain one, and without one nothing comes apart.
 */

/** With this many bytes of the file, a frame is a QR code of 61 modules: large enough for a cheap camera. */
const PIECE = 280
const HEAD = 13
const TAIL = 4
const MARK = 0x5251
const VERSION = 1
const MOST_NUMBERS = 0x10000

/** A file of more bytes than this does not fit the numbers of the frames. */
export const FRAMES_MAX_BYTES = PIECE * (MOST_NUMBERS / 2)

/** How many pieces a file is cut into. */
export function piecesOf(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / PIECE))
}

/** Numbers that look drawn by lot and are the same on both phones. */
function* drawn(seed: number): Generator<number, never> {
  let state = (seed * 0x9e3779b1 + 0x7f4a7c15) >>> 0
  for (;;) {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The pieces that lie over each other in a frame. Few pieces are frequent, many are rare (ideal soliton). */
function piecesIn(number: number, pieces: number): readonly number[] {
  if (number < pieces) return [number]
  const chance = drawn(number)
  const count = Math.min(pieces, Math.max(2, Math.ceil(1 / (1 - chance.next().value))))
  const chosen = new Set<number>()
  while (chosen.size < count) chosen.add(Math.floor(chance.next().value * pieces))
  return [...chosen]
}

function layOver(target: Uint8Array, other: Uint8Array): void {
  for (const [index, byte] of other.entries()) target[index] = (target[index] ?? 0) ^ byte
}

function pieceAt(file: Uint8Array, index: number): Uint8Array {
  const piece = new Uint8Array(PIECE)
  piece.set(file.slice(index * PIECE, (index + 1) * PIECE))
  return piece
}

/** The frame to show at a step of the row, from 0 on. */
export function frameAt(file: Uint8Array, step: number): Uint8Array {
  const pieces = piecesOf(file.length)
  const turn = Math.floor(step / 2)
  const plainFirst = drawn(turn).next().value < 0.5
  const isPlain = (step % 2 === 0) === plainFirst
  const number = isPlain ? turn % pieces : pieces + (turn % (MOST_NUMBERS - pieces))
  const frame = new Uint8Array(HEAD + PIECE + TAIL)
  const view = new DataView(frame.buffer)
  view.setUint16(0, MARK)
  view.setUint8(2, VERSION)
  view.setUint32(3, crc32(file))
  view.setUint32(7, file.length)
  view.setUint16(11, number)
  const content = frame.subarray(HEAD, HEAD + PIECE)
  for (const index of piecesIn(number, pieces)) layOver(content, pieceAt(file, index))
  view.setUint32(HEAD + PIECE, crc32(frame.subarray(0, HEAD + PIECE)))
  return frame
}

type Mixed = { readonly pieces: ReadonlySet<number>; readonly content: Uint8Array }

/** What the looking phone has of a file. */
export type Collected = {
  /** Name of the file: its checksum. */
  readonly id: number
  readonly length: number
  /** Pieces by their place. */
  readonly found: ReadonlyMap<number, Uint8Array>
  readonly mixed: readonly Mixed[]
  /** The file, once it is whole and its checksum is right. */
  readonly file: Uint8Array | undefined
}

type Frame = {
  readonly id: number
  readonly length: number
  readonly number: number
  readonly content: Uint8Array
}

function readFrame(bytes: Uint8Array): Frame | undefined {
  if (bytes.length !== HEAD + PIECE + TAIL) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  if (view.getUint16(0) !== MARK || view.getUint8(2) !== VERSION) return undefined
  if (view.getUint32(HEAD + PIECE) !== crc32(bytes.subarray(0, HEAD + PIECE))) return undefined
  const length = view.getUint32(7)
  if (length === 0 || length > FRAMES_MAX_BYTES) return undefined
  const content = bytes.slice(HEAD, HEAD + PIECE)
  return { id: view.getUint32(3), length, number: view.getUint16(11), content }
}

/** Takes what is known out of what lies over each other, until nothing more comes free. */
function peel(found: Map<number, Uint8Array>, mixed: readonly Mixed[]): Mixed[] {
  let left = [...mixed]
  for (let before = -1; before !== found.size; ) {
    before = found.size
    const next: Mixed[] = []
    for (const one of left) {
      const content = one.content.slice()
      const pieces = new Set(one.pieces)
      for (const index of one.pieces) {
        const known = found.get(index)
        if (known === undefined) continue
        layOver(content, known)
        pieces.delete(index)
      }
      const [only] = pieces
      if (only === undefined) continue
      if (pieces.size === 1) found.set(only, content)
      else next.push({ pieces, content })
    }
    left = next
  }
  return left
}

function joined(found: ReadonlyMap<number, Uint8Array>, { id, length }: Frame): Uint8Array | undefined {
  const pieces = piecesOf(length)
  if (found.size < pieces) return undefined
  const file = new Uint8Array(pieces * PIECE)
  for (const [index, piece] of found) file.set(piece, index * PIECE)
  const exact = file.slice(0, length)
  return crc32(exact) === id ? exact : undefined
}

/**
 * What is known after one more frame was read; the same object when it told nothing new or was none of ours. A frame
 * of another file begins anew: the showing phone was asked again.
 */
export function collectFrame(before: Collected | undefined, bytes: Uint8Array): Collected | undefined {
  const frame = readFrame(bytes)
  if (frame === undefined) return before
  const same = before?.id === frame.id && before.length === frame.length ? before : undefined
  if (same?.file) return same
  const found = new Map(same?.found)
  const pieces = new Set(piecesIn(frame.number, piecesOf(frame.length)))
  if (same && [...pieces].every((index) => found.has(index))) return same
  const mixed = peel(found, [...(same?.mixed ?? []), { pieces, content: frame.content }])
  return { id: frame.id, length: frame.length, found, mixed, file: joined(found, frame) }
}
