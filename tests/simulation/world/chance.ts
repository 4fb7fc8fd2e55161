import { createHash } from 'node:crypto'
import { uuidV7 } from '#data/uuid-v7.ts'

/** A stream of chance. Streams of different names are independent, so that leaving out one thing moves no other. */
export type Chance = {
  /** At least 0, below 1. */
  next(): number
  /** A whole number from 0, below `limit`. */
  below(limit: number): number
  between(low: number, high: number): number
  hits(probability: number): boolean
  pick<T>(list: readonly [T, ...T[]]): T
  bytes(length: number): Uint8Array
  id(ms: number): string
}

/** The stream that belongs to a seed and some names: the same for ever. */
export function chanceOf(...names: readonly (string | number)[]): Chance {
  const digest = createHash('sha256').update(names.join('\n')).digest()
  let a = digest.readInt32LE(0)
  let b = digest.readInt32LE(4)
  let c = digest.readInt32LE(8)
  let d = digest.readInt32LE(12)
  // sfc32: small, fast, passes the usual batteries.
  const next = (): number => {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return (t >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const bytes = (length: number) => Uint8Array.from({ length }, () => below(256))
  return {
    next,
    below,
    between: (low, high) => low + next() * (high - low),
    // An impossible event draws no number, so that a new kind of fault leaves older stories as they were.
    hits: (probability) => probability > 0 && next() < probability,
    pick: ([first, ...rest]) => {
      const index = below(rest.length + 1)
      return index === 0 ? first : (rest[index - 1] ?? first)
    },
    bytes,
    id: (ms) => uuidV7(ms, bytes(10)),
  }
}
