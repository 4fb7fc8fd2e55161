/** One try to read a code: which engine looks at what. Sizes are of the longer side, in pixels. */
export type Pass = {
  readonly engine: 'first' | 'second'
  readonly on: 'frame' | 'half' | 'region' | 'other-region'
  readonly side?: number
  /** The most that a region is made larger. */
  readonly most?: number
  /** Radius and amount. */
  readonly sharpen?: readonly [number, number]
  readonly blur?: number
  /** Lets the engine remove specks. */
  readonly denoise?: boolean
  /** Also light on dark. */
  readonly invert?: boolean
  /** One threshold for the whole picture, for prints of even brightness. */
  readonly global?: boolean
}

const ON_REGION: Pass = { engine: 'first', on: 'region', side: 320, most: 2 }
const ON_FRAME: Pass = { engine: 'first', on: 'frame', side: 640 }
const SECOND: readonly Pass[] = [
  { engine: 'second', on: 'frame', denoise: true },
  { engine: 'second', on: 'region', side: 640, most: 3 },
  { engine: 'second', on: 'region', side: 640, most: 3, sharpen: [4, 3] },
]

/**
 * Of moving pictures: the first engine looks at the region of every frame, and one of these comes after it, in turn, so
 * that no frame is late. The second engine is not there at first.
 */
export const EACH_FRAME = ON_REGION
export const IN_TURN_WITHOUT_SECOND: readonly Pass[] = [
  ON_FRAME,
  { engine: 'first', on: 'region', side: 320, most: 2, sharpen: [3, 2] },
]
export const IN_TURN: readonly Pass[] = [...SECOND, { engine: 'second', on: 'half' }]

/** Of a still picture: all, until one gives a code that is accepted. */
export const STILL: readonly Pass[] = [
  ON_REGION,
  ...SECOND,
  { engine: 'second', on: 'half', invert: true },
  { engine: 'second', on: 'region', side: 320, most: 3, sharpen: [3, 2] },
  { engine: 'second', on: 'region', side: 480, most: 3, denoise: true },
  { engine: 'second', on: 'region', side: 640, most: 3, sharpen: [5, 4] },
  { engine: 'second', on: 'region', side: 700, most: 3, blur: 1, sharpen: [8, 6], global: true },
  { engine: 'second', on: 'other-region', side: 640, most: 3 },
  { engine: 'first', on: 'region', side: 320, most: 2, sharpen: [3, 2] },
  ON_FRAME,
]
