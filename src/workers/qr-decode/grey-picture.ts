/** A picture in grey: one byte a pixel, row after row. */
export type Grey = { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number }

/** Part of a picture, in pixels. */
export type Region = {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

type Pixels = { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number }

/** A picture of four bytes a pixel in grey. */
export function toGrey({ data, width, height }: Pixels): Grey {
  const grey = new Uint8ClampedArray(width * height)
  for (let pixel = 0, at = 0; pixel < grey.length; pixel += 1, at += 4) {
    grey[pixel] = (77 * (data[at] ?? 0) + 150 * (data[at + 1] ?? 0) + 29 * (data[at + 2] ?? 0)) >> 8
  }
  return { data: grey, width, height }
}

/** Four bytes a pixel, as engines want it. */
export function toPixels({ data, width, height }: Grey): Pixels {
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let pixel = 0, at = 0; pixel < data.length; pixel += 1, at += 4) {
    const level = data[pixel] ?? 0
    pixels[at] = level
    pixels[at + 1] = level
    pixels[at + 2] = level
    pixels[at + 3] = 255
  }
  return { data: pixels, width, height }
}

/** Every second pixel and row, each the mean of four. */
export function halved({ data, width, height }: Grey): Grey {
  const half = { width: width >> 1, height: height >> 1 }
  const out = new Uint8ClampedArray(half.width * half.height)
  for (let y = 0; y < half.height; y += 1) {
    for (let x = 0; x < half.width; x += 1) {
      const at = 2 * y * width + 2 * x
      const sum =
        (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + width] ?? 0) + (data[at + width + 1] ?? 0)
      out[y * half.width + x] = sum >> 2
    }
  }
  return { data: out, ...half }
}

/** A region scaled so that its longer side is `side`, at most `most` times its size; between pixels the mean. */
export function scaledRegion(grey: Grey, region: Region, side: number, most: number): Grey {
  const factor = Math.min(most, side / Math.max(region.width, region.height))
  const width = Math.max(1, Math.round(region.width * factor))
  const height = Math.max(1, Math.round(region.height * factor))
  const out = new Uint8ClampedArray(width * height)
  const { data } = grey
  const [lastX, lastY] = [grey.width - 1, grey.height - 1]
  for (let y = 0; y < height; y += 1) {
    const fromY = Math.min(lastY, Math.max(0, region.top + (y + 0.5) / factor - 0.5))
    const above = Math.floor(fromY)
    const down = fromY - above
    const row = above * grey.width
    const next = Math.min(lastY, above + 1) * grey.width
    for (let x = 0; x < width; x += 1) {
      const fromX = Math.min(lastX, Math.max(0, region.left + (x + 0.5) / factor - 0.5))
      const before = Math.floor(fromX)
      const across = fromX - before
      const after = Math.min(lastX, before + 1)
      const upper = (data[row + before] ?? 0) * (1 - across) + (data[row + after] ?? 0) * across
      const lower = (data[next + before] ?? 0) * (1 - across) + (data[next + after] ?? 0) * across
      out[y * width + x] = upper * (1 - down) + lower * down + 0.5
    }
  }
  return { data: out, width, height }
}

/** The mean of a square around each pixel, `radius` to each side: along the rows, then along the columns. */
export function blurred({ data, width, height }: Grey, radius: number): Grey {
  const pass = (from: Uint8ClampedArray, lines: number, length: number, line: number, step: number) => {
    const to = new Uint8ClampedArray(from.length)
    const size = 2 * radius + 1
    for (let number = 0; number < lines; number += 1) {
      const start = number * line
      const at = (place: number) => from[start + Math.min(length - 1, Math.max(0, place)) * step] ?? 0
      let sum = 0
      for (let place = -radius; place <= radius; place += 1) sum += at(place)
      for (let place = 0; place < length; place += 1) {
        to[start + place * step] = sum / size
        sum += at(place + radius + 1) - at(place - radius)
      }
    }
    return to
  }
  return { data: pass(pass(data, height, width, width, 1), width, height, 1, width), width, height }
}

/** Edges made harder: the difference to the blurred picture, `amount` times, is added. */
export function sharpened(grey: Grey, radius: number, amount: number): Grey {
  const soft = blurred(grey, radius)
  const out = new Uint8ClampedArray(grey.data.length)
  for (let at = 0; at < out.length; at += 1) {
    const level = grey.data[at] ?? 0
    out[at] = level + amount * (level - (soft.data[at] ?? 0))
  }
  return { ...grey, data: out }
}
