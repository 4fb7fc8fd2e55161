import { createHash } from 'node:crypto'

/** Repeatable random numbers: the same name gives the same numbers on every machine. */
export type SeededRandom = {
  /** 0 (included) to 1 (excluded). */
  draw(): number
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number
  pick<T>(list: readonly [T, ...T[]]): T
  /** One of the keys, each as often as its share says. */
  pickByShare<K extends string>(shares: Readonly<Record<K, number>>): K
}

/** Chance of a name, with 32 bits of state (mulberry32). */
export function seededRandom(name: string): SeededRandom {
  let state = createHash('sha256').update(name).digest().readUInt32LE(0)
  const draw = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (from: number, to: number) => from + Math.floor(draw() * (to - from + 1))
  return {
    draw,
    between,
    pick: (list) => list[between(0, list.length - 1)] ?? list[0],
    pickByShare(shares) {
      const keys = Object.keys(shares) as (keyof typeof shares)[]
      let left = draw() * keys.reduce((sum, key) => sum + shares[key], 0)
      for (const key of keys) {
        left -= shares[key]
        if (left < 0) return key
      }
      const [first] = keys
      if (first === undefined) throw new RangeError('there is nothing to pick from')
      return first
    },
  }
}

/** A UUID that is always the same for a name, so that an interrupted seeding continues where it stopped. */
export function demoId(name: string): string {
  const hex = createHash('sha256').update(`risiti demo ${name}`).digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
