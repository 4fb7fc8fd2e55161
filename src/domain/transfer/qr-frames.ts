import { crc32 } from './crc32.ts'

/**
 * A file as an endless sequence of QR codes, shown by one phone and filmed by another. Half of the frames hold one
 * plain chunk, the others several chunks combined by XOR. A reader that missed some frames can use any later ones and
 * may start at any time; nothing is sent back. Plain and combined frames alternate in a pseudo-random order: a camera
 * that reads every second frame would otherwise see no plain frame, and without one nothing can be decoded.
 */

/** With this many bytes of the file, a frame is a QR code of 61 modules: large enough for a cheap camera. */
const CHUNK_BYTES = 280
const HEADER_BYTES = 13
const CHECKSUM_BYTES = 4
const MAGIC = 0x5251
const VERSION = 1
const MAX_FRAME_NUMBERS = 0x10000

/** The largest file that fits the numbers of the frames. */
export const FRAMES_MAX_BYTES = CHUNK_BYTES * (MAX_FRAME_NUMBERS / 2)

/** How many chunks a file is split into. */
export function chunkCount(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / CHUNK_BYTES))
}

/** Pseudo-random numbers that are the same on both phones. */
function* pseudoRandom(seed: number): Generator<number, never> {
  let state = (seed * 0x9e3779b1 + 0x7f4a7c15) >>> 0
  for (;;) {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The chunks that are combined in a frame. Few chunks are frequent, many are rare (ideal soliton). */
function chunkIndexes(number: number, total: number): readonly number[] {
  if (number < total) return [number]
  const random = pseudoRandom(number)
  const count = Math.min(total, Math.max(2, Math.ceil(1 / (1 - random.next().value))))
  const chosen = new Set<number>()
  while (chosen.size < count) chosen.add(Math.floor(random.next().value * total))
  return [...chosen]
}

function xorInto(target: Uint8Array, other: Uint8Array): void {
  for (const [index, byte] of other.entries()) target[index] = (target[index] ?? 0) ^ byte
}

function chunkAt(file: Uint8Array, index: number): Uint8Array {
  const chunk = new Uint8Array(CHUNK_BYTES)
  chunk.set(file.slice(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES))
  return chunk
}

/** The frame to show at a step of the sequence, from 0 on. */
export function frameAt(file: Uint8Array, step: number): Uint8Array {
  const total = chunkCount(file.length)
  const round = Math.floor(step / 2)
  const plainFirst = pseudoRandom(round).next().value < 0.5
  const isPlainChunk = (step % 2 === 0) === plainFirst
  const number = isPlainChunk ? round % total : total + (round % (MAX_FRAME_NUMBERS - total))
  const frame = new Uint8Array(HEADER_BYTES + CHUNK_BYTES + CHECKSUM_BYTES)
  const view = new DataView(frame.buffer)
  view.setUint16(0, MAGIC)
  view.setUint8(2, VERSION)
  view.setUint32(3, crc32(file))
  view.setUint32(7, file.length)
  view.setUint16(11, number)
  const content = frame.subarray(HEADER_BYTES, HEADER_BYTES + CHUNK_BYTES)
  for (const index of chunkIndexes(number, total)) xorInto(content, chunkAt(file, index))
  view.setUint32(HEADER_BYTES + CHUNK_BYTES, crc32(frame.subarray(0, HEADER_BYTES + CHUNK_BYTES)))
  return frame
}

type XoredChunks = { readonly chunks: ReadonlySet<number>; readonly content: Uint8Array }

/** What the reading phone has of a file. */
export type ReceivedFile = {
  /** Identifies the file: its checksum. */
  readonly id: number
  readonly length: number
  /** Chunks by their index. */
  readonly chunks: ReadonlyMap<number, Uint8Array>
  readonly xored: readonly XoredChunks[]
  /** The file, once it is complete and its checksum is right. */
  readonly file: Uint8Array | undefined
}

type Frame = {
  readonly id: number
  readonly length: number
  readonly number: number
  readonly content: Uint8Array
}

function readFrame(bytes: Uint8Array): Frame | undefined {
  if (bytes.length !== HEADER_BYTES + CHUNK_BYTES + CHECKSUM_BYTES) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  if (view.getUint16(0) !== MAGIC || view.getUint8(2) !== VERSION) return undefined
  if (view.getUint32(HEADER_BYTES + CHUNK_BYTES) !== crc32(bytes.subarray(0, HEADER_BYTES + CHUNK_BYTES)))
    return undefined
  const length = view.getUint32(7)
  if (length === 0 || length > FRAMES_MAX_BYTES) return undefined
  const content = bytes.slice(HEADER_BYTES, HEADER_BYTES + CHUNK_BYTES)
  return { id: view.getUint32(3), length, number: view.getUint16(11), content }
}

/** Removes the known chunks from the combined frames until no further chunk can be decoded. */
function peel(chunks: Map<number, Uint8Array>, xored: readonly XoredChunks[]): XoredChunks[] {
  let remaining = [...xored]
  for (let before = -1; before !== chunks.size; ) {
    before = chunks.size
    const next: XoredChunks[] = []
    for (const combined of remaining) {
      const content = combined.content.slice()
      const chunkSet = new Set(combined.chunks)
      for (const index of combined.chunks) {
        const known = chunks.get(index)
        if (known === undefined) continue
        xorInto(content, known)
        chunkSet.delete(index)
      }
      const [lastIndex] = chunkSet
      if (lastIndex === undefined) continue
      if (chunkSet.size === 1) chunks.set(lastIndex, content)
      else next.push({ chunks: chunkSet, content })
    }
    remaining = next
  }
  return remaining
}

function assembleFile(
  chunks: ReadonlyMap<number, Uint8Array>,
  { id, length }: Frame,
): Uint8Array | undefined {
  const total = chunkCount(length)
  if (chunks.size < total) return undefined
  const file = new Uint8Array(total * CHUNK_BYTES)
  for (const [index, chunk] of chunks) file.set(chunk, index * CHUNK_BYTES)
  const exact = file.slice(0, length)
  return crc32(exact) === id ? exact : undefined
}

/**
 * What is known after one more frame was read; the same object when the frame brought nothing new or is not ours. A
 * frame of another file starts over: the other phone now shows another file.
 */
export function receiveFrame(before: ReceivedFile | undefined, bytes: Uint8Array): ReceivedFile | undefined {
  const frame = readFrame(bytes)
  if (frame === undefined) return before
  const current = before?.id === frame.id && before.length === frame.length ? before : undefined
  if (current?.file) return current
  const chunks = new Map(current?.chunks)
  const chunkSet = new Set(chunkIndexes(frame.number, chunkCount(frame.length)))
  if (current && [...chunkSet].every((index) => chunks.has(index))) return current
  const xored = peel(chunks, [...(current?.xored ?? []), { chunks: chunkSet, content: frame.content }])
  return { id: frame.id, length: frame.length, chunks, xored, file: assembleFile(chunks, frame) }
}
