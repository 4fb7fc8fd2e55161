import { encode } from 'uqr'
import type { Picture } from '#workers/qr-decode/search-picture.ts'

/** How a frame of the camera shows the code of a receipt. */
export type FrameShot = {
  /** Pixels a module. */
  readonly module: number
  /** Degrees. */
  readonly turn: number
  /** Share by which the far side is smaller. */
  readonly lean: number
  /** How far the paper bends, as a share of the code's side. */
  readonly curl: number
  readonly blur: number
  /** Levels of noise. */
  readonly noise: number
  /** Dark and light of the print. */
  readonly dark: number
  readonly light: number
}

export const FRAME = { width: 1280, height: 720 } as const

/** Numbers from 0 to 1 that are the same each time. */
function numbersFrom(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** The shot with a number: 2, 3, 4 and 6 pixels a module, with one to four defects. */
export function frameShotOf(number: number): FrameShot {
  const next = numbersFrom(number + 1)
  const has = () => next() < 0.45
  return {
    module: [2, 3, 4, 6][number % 4] ?? 4,
    turn: has() ? next() * 60 - 30 : next() * 4 - 2,
    lean: has() ? next() * 0.35 : 0,
    curl: has() ? next() * 0.12 : 0,
    blur: has() ? 0.4 + next() * 0.9 : 0.3,
    noise: has() ? 8 + next() * 22 : 3,
    ...(has() ? { dark: 90 + next() * 40, light: 170 } : { dark: 40, light: 225 }),
  }
}

/** A receipt code as the authority's page names it, with a number. */
export function linkOfFrame(number: number): string {
  return `https://verify.tra.go.tz/A${String(10_000 + number)}${100 + number}_${101_112 + (number % 40)}`
}

/** A frame of the camera: a paper with lines of small print and a code, on a dark table. `text` is `null`: no code. */
export function makeFrame(number: number, text: string | null, shot: FrameShot): Picture {
  const { width, height } = FRAME
  const next = numbersFrom(number + 77)
  const rows = encode(text ?? 'x', { border: 0, ecc: 'M' }).data
  const modules = rows.length
  const print = Array.from({ length: 4_096 }, () => next() < 0.42)
  const grey = new Float64Array(width * height)
  const [sine, cosine] = [Math.sin((shot.turn * Math.PI) / 180), Math.cos((shot.turn * Math.PI) / 180)]
  const [centreX, centreY] = [width * (0.35 + 0.3 * next()), height * (0.42 + 0.16 * next())]
  const half = modules / 2
  const levelAt = (x: number, y: number): number => {
    const [dx, dy] = [(x - centreX) / shot.module, (y - centreY) / shot.module]
    const [alongX, alongY] = [dx * cosine + dy * sine, dy * cosine - dx * sine]
    const depth = 1 + (shot.lean * alongY) / modules
    const u = alongX / depth + half
    const v = alongY / depth + half + shot.curl * modules * Math.sin((Math.PI * alongX) / (2.4 * modules))
    const paper = u > -half - 6 && u < modules + half + 6 && v > -modules * 1.6 && v < modules * 1.7
    if (!paper) return 60 + 30 * Math.sin(x / 90) + 20 * Math.sin(y / 55)
    const shade = 1 - 0.25 * (x / width)
    if (u >= 0 && v >= 0 && u < modules && v < modules && text !== null) {
      return (rows[Math.floor(v)]?.[Math.floor(u)] ? shot.dark : shot.light) * shade
    }
    const isOutside = v < -4 || v > modules + 4
    const [line, letter] = [Math.floor(v / 2.6), Math.floor(u * 1.6)]
    const inked = isOutside && v / 2.6 - line < 0.6 && print[(line * 67 + letter * 31) & 4_095]
    return (inked ? shot.dark : shot.light) * shade
  }
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      // Four points of each pixel, as its sensor sees them.
      const sum =
        levelAt(x - 0.25, y - 0.25) +
        levelAt(x + 0.25, y - 0.25) +
        levelAt(x - 0.25, y + 0.25) +
        levelAt(x + 0.25, y + 0.25)
      grey[y * width + x] = sum / 4
    }
  }
  const soft = softened(grey, width, height, shot.blur)
  const data = new Uint8ClampedArray(width * height * 4)
  for (let pixel = 0; pixel < soft.length; pixel += 1) {
    const level = (soft[pixel] ?? 0) + (next() + next() + next() - 1.5) * shot.noise
    data.set([level, level, level, 255], pixel * 4)
  }
  return { data, width, height }
}

/** Blur of a lens: three short means in each direction come close to a bell. */
function softened(grey: Float64Array, width: number, height: number, sigma: number): Float64Array {
  const side = Math.exp(-1 / (2 * sigma * sigma))
  const far = Math.exp(-4 / (2 * sigma * sigma))
  const all = 1 + 2 * side + 2 * far
  const pass = (from: Float64Array, step: number) => {
    const to = new Float64Array(from.length)
    for (let at = 0; at < from.length; at += 1) {
      const level = (place: number) => from[Math.min(from.length - 1, Math.max(0, place))] ?? 0
      const [near, wide] = [level(at - step) + level(at + step), level(at - 2 * step) + level(at + 2 * step)]
      to[at] = (level(at) + side * near + far * wide) / all
    }
    return to
  }
  return pass(pass(grey, 1), width * (height > 0 ? 1 : 0))
}
