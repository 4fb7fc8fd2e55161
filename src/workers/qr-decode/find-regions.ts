import type { Grey, Region } from './grey-picture.ts'

/** Sides of the windows that are searched, in blocks. */
const WINDOWS = [6, 8, 11, 15, 21, 28, 38, 52]
const LEAST_SIDE = 96

type Blocks = {
  readonly values: Float64Array
  readonly columns: number
  readonly rows: number
  readonly size: number
}

/**
 * How much each block of the picture varies in both directions: text lines and edges vary one way only, a QR code both
 * ways.
 */
function variationOf({ data, width, height }: Grey): Blocks {
  const size = Math.max(8, Math.round(Math.min(width, height) / 90))
  const [columns, rows] = [Math.floor(width / size), Math.floor(height / size)]
  const values = new Float64Array(columns * rows)
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      let [across, down] = [0, 0]
      for (let y = row * size; y < (row + 1) * size && y + 2 < height; y += 2) {
        for (let x = column * size; x < (column + 1) * size && x + 2 < width; x += 2) {
          const at = y * width + x
          const level = data[at] ?? 0
          across += Math.abs((data[at + 2] ?? 0) - level)
          down += Math.abs((data[at + 2 * width] ?? 0) - level)
        }
      }
      values[row * columns + column] = Math.min(across, down)
    }
  }
  const median = Float64Array.from(values).sort()[values.length >> 1] ?? 0
  for (let at = 0; at < values.length; at += 1) values[at] = Math.max(0, (values[at] ?? 0) - median)
  return { values, columns, rows, size }
}

/** Sums of all blocks above and left of each corner. */
function integralOf({ values, columns, rows }: Blocks): Float64Array {
  const sums = new Float64Array((columns + 1) * (rows + 1))
  for (let row = 0; row < rows; row += 1) {
    let line = 0
    for (let column = 0; column < columns; column += 1) {
      line += values[row * columns + column] ?? 0
      sums[(row + 1) * (columns + 1) + column + 1] = (sums[row * (columns + 1) + column + 1] ?? 0) + line
    }
  }
  return sums
}

type Window = { readonly column: number; readonly row: number; readonly side: number; readonly score: number }

function searchWindows(blocks: Blocks, isFree: (window: Window) => boolean): Window | undefined {
  const { columns, rows } = blocks
  const sums = integralOf(blocks)
  const sumOf = (left: number, top: number, right: number, bottom: number) => {
    const at = (column: number, row: number) => sums[row * (columns + 1) + column] ?? 0
    return at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top)
  }
  let best: Window | undefined
  for (const side of WINDOWS) {
    const stride = Math.max(1, side >> 3)
    const rim = Math.max(1, side >> 2)
    for (let row = 0; row + side <= rows; row += stride) {
      for (let column = 0; column + side <= columns; column += stride) {
        const inside = sumOf(column, row, column + side, row + side)
        const [left, top] = [Math.max(0, column - rim), Math.max(0, row - rim)]
        const [right, bottom] = [Math.min(columns, column + side + rim), Math.min(rows, row + side + rim)]
        const around = (right - left) * (bottom - top) - side * side
        const outside = around === 0 ? 0 : (sumOf(left, top, right, bottom) - inside) / around
        const score = (inside / (side * side) - 1.2 * outside) * Math.sqrt(side)
        const window = { column, row, side, score }
        if (score > (best?.score ?? 0) && isFree(window)) best = window
      }
    }
  }
  return best
}

function regionOf(window: Window, { size }: Blocks, { width, height }: Grey): Region {
  const side = Math.max(LEAST_SIDE, 1.5 * window.side * size)
  const [x, y] = [(window.column + window.side / 2) * size, (window.row + window.side / 2) * size]
  const [left, top] = [Math.max(0, Math.round(x - side / 2)), Math.max(0, Math.round(y - side / 2))]
  return {
    left,
    top,
    width: Math.min(width, Math.round(x + side / 2)) - left,
    height: Math.min(height, Math.round(y + side / 2)) - top,
  }
}

/**
 * Where a QR code may be, the likeliest place first, at most two that do not overlap: squares of dense detail in both
 * directions with a quieter rim.
 */
export function findRegions(grey: Grey): readonly Region[] {
  const blocks = variationOf(grey)
  const first = searchWindows(blocks, () => true)
  if (first === undefined) return []
  const overlaps = ({ column, row, side }: Window) =>
    column < first.column + first.side &&
    first.column < column + side &&
    row < first.row + first.side &&
    first.row < row + side
  const second = searchWindows(blocks, (window) => !overlaps(window))
  return [first, second].flatMap((window) => (window ? [regionOf(window, blocks, grey)] : []))
}
