/** The seller's logo at the top of a receipt: black dots on white, as a receipt printer prints it. */
export type Logo = {
  readonly width: number
  readonly height: number
  /**
   * Rows from the top, eight dots a byte, the leftmost the highest bit, each row padded to whole bytes; hexadecimal.
   */
  readonly dots: string
}

/** The largest logo: it fits every roll and needs little paper. */
export const LOGO_LIMIT = { width: 256, height: 128 } as const

/** Bytes of one row of dots: each row is padded to whole bytes. */
function rowBytes(width: number): number {
  return Math.ceil(width / 8)
}

/** Whether every printer accepts a logo: its size is within the limit, and the dots have exactly that size. */
export function isLogo({ width, height, dots }: Logo): boolean {
  const within = (size: number, most: number) => Number.isInteger(size) && size >= 1 && size <= most
  return (
    within(width, LOGO_LIMIT.width) &&
    within(height, LOGO_LIMIT.height) &&
    dots.length === 2 * rowBytes(width) * height &&
    /^[0-9a-f]*$/.test(dots) &&
    /[1-9a-f]/.test(dots)
  )
}

/** A picture as a canvas returns it: red, green, blue and opacity, one byte each. */
export type Pixels = { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray }

const DARK = 140

/** The lightness of a pixel on white paper: 0 black to 255 white (ITU-R BT.601). */
function lightness({ data }: Pixels, at: number): number {
  const [red = 0, green = 0, blue = 0, opaque = 0] = data.subarray(at * 4, at * 4 + 4)
  const seen = red * 0.299 + green * 0.587 + blue * 0.114
  return 255 - ((255 - seen) * opaque) / 255
}

/** Makes a logo from a picture that is no larger than `LOGO_LIMIT`; `undefined` when it has no dark pixel. */
export function logoOf(pixels: Pixels): Logo | undefined {
  const { width, height } = pixels
  const bytes: number[] = []
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 8) {
      let bits = 0
      for (let bit = 0; bit < 8; bit += 1) {
        const inside = x + bit < width
        bits = bits * 2 + (inside && lightness(pixels, y * width + x + bit) < DARK ? 1 : 0)
      }
      bytes.push(bits)
    }
  }
  if (bytes.every((byte) => byte === 0)) return undefined
  return { width, height, dots: bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('') }
}

/** The bytes of a logo, row by row, as a printer wants them. */
export function logoBytes({ dots }: Logo): number[] {
  return Array.from({ length: dots.length / 2 }, (_, index) =>
    Number.parseInt(dots.slice(index * 2, index * 2 + 2), 16),
  )
}

/** A run of adjacent dark dots in a row. */
export type DotRun = { readonly x: number; readonly y: number; readonly length: number }

/** The dark dots of a logo as horizontal runs, for output that draws bars. */
export function logoRuns(logo: Logo): DotRun[] {
  const bytes = logoBytes(logo)
  const perRow = rowBytes(logo.width)
  const isDark = (x: number, y: number) =>
    x < logo.width && (((bytes[y * perRow + Math.floor(x / 8)] ?? 0) >> (7 - (x % 8))) & 1) === 1
  const runs: DotRun[] = []
  for (let y = 0; y < logo.height; y += 1) {
    for (let x = 0; x < logo.width; x += 1) {
      if (!isDark(x, y)) continue
      const from = x
      while (isDark(x, y)) x += 1
      runs.push({ x: from, y, length: x - from })
    }
  }
  return runs
}
