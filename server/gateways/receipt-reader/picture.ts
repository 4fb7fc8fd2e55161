import { convertIndexedToRgb, decode as decodePng, encode as encodePng } from 'fast-png'
import jpeg from 'jpeg-js'

/** A picture: four bytes a pixel, row after row. */
export type Picture = { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number }

/** A larger picture would need more memory than the reading has. */
export const MOST_PIXELS = 25_000_000
/** Letters of about this size are read best: a receipt is some 40 letters wide. */
const READ_WIDTH = 1_200

function decodePngPicture(bytes: Uint8Array): Picture {
  const png = decodePng(bytes)
  const { width, height, depth } = png
  const indexed = png.palette ? convertIndexedToRgb(png) : undefined
  const source = indexed ?? png.data
  const channels = indexed ? indexed.length / (width * height) : png.channels
  const data = new Uint8ClampedArray(width * height * 4)
  const shift = !indexed && depth === 16 ? 8 : 0
  const level = (at: number) => (source[at] ?? 0) >> shift
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const from = pixel * channels
    const alpha = channels === 2 || channels === 4 ? level(from + channels - 1) : 255
    for (let colour = 0; colour < 3; colour += 1) {
      const value = level(from + (channels < 3 ? 0 : colour))
      // On white paper.
      data[pixel * 4 + colour] = 255 - ((255 - value) * alpha) / 255
    }
    data[pixel * 4 + 3] = 255
  }
  return { data, width, height }
}

/** Decodes a PNG or JPEG. Throws where it is broken or too large. */
export function decodePicture(bytes: Uint8Array): Picture {
  if (bytes[0] === 0x89) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (view.getUint32(16) * view.getUint32(20) > MOST_PIXELS)
      throw new RangeError('the picture is too large')
    return decodePngPicture(bytes)
  }
  const limits = { maxResolutionInMP: MOST_PIXELS / 1e6, maxMemoryUsageInMB: 400 }
  const { data, width, height } = jpeg.decode(bytes, { useTArray: true, ...limits })
  return { data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength), width, height }
}

/** The picture at another size, by the mean of what falls together or between. */
export function scalePicture({ data, width, height }: Picture, factor: number): Picture {
  const [toWidth, toHeight] = [Math.round(width * factor), Math.round(height * factor)]
  const scaled = new Uint8ClampedArray(toWidth * toHeight * 4)
  for (let y = 0; y < toHeight; y += 1) {
    const fromY = Math.min(height - 1, Math.max(0, (y + 0.5) / factor - 0.5))
    const [top, bottom] = [Math.floor(fromY), Math.min(height - 1, Math.floor(fromY) + 1)]
    for (let x = 0; x < toWidth; x += 1) {
      const fromX = Math.min(width - 1, Math.max(0, (x + 0.5) / factor - 0.5))
      const [left, right] = [Math.floor(fromX), Math.min(width - 1, Math.floor(fromX) + 1)]
      const [down, across] = [fromY - top, fromX - left]
      for (let colour = 0; colour < 4; colour += 1) {
        const at = (row: number, column: number) => data[(row * width + column) * 4 + colour] ?? 0
        scaled[(y * toWidth + x) * 4 + colour] =
          (at(top, left) * (1 - across) + at(top, right) * across) * (1 - down) +
          (at(bottom, left) * (1 - across) + at(bottom, right) * across) * down
      }
    }
  }
  return { data: scaled, width: toWidth, height: toHeight }
}

/** The picture turned to the right by quarters. */
export function turnPicture(picture: Picture, quarters: number): Picture {
  const { data, width, height } = picture
  if (quarters % 4 === 0) return picture
  const isAcross = quarters % 2 === 1
  const turned = { width: isAcross ? height : width, height: isAcross ? width : height }
  const from = new Uint32Array(data.buffer, data.byteOffset, width * height)
  const to = new Uint32Array(width * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [toX, toY] =
        quarters === 1
          ? [height - 1 - y, x]
          : quarters === 2
            ? [width - 1 - x, height - 1 - y]
            : [y, width - 1 - x]
      to[toY * turned.width + toX] = from[y * width + x] ?? 0
    }
  }
  return { data: new Uint8ClampedArray(to.buffer), ...turned }
}

/** Whether the lines of text run up and down: then the rows of the picture differ less from each other than its columns. */
export function isOnItsSide({ data, width, height }: Picture): boolean {
  const step = Math.max(1, Math.round(Math.min(width, height) / 400))
  const roughness = (lines: number, length: number, at: (line: number, place: number) => number) => {
    let [rough, before] = [0, 0]
    for (let line = 0; line < lines; line += step) {
      let sum = 0
      for (let place = 0; place < length; place += step) sum += data[at(line, place) * 4 + 1] ?? 0
      const mean = (sum * step) / length
      if (line > 0) rough += Math.abs(mean - before)
      before = mean
    }
    return (rough * step) / lines
  }
  const rows = roughness(height, width, (y, x) => y * width + x)
  const columns = roughness(width, height, (x, y) => y * width + x)
  return columns > rows
}

/** The picture as a reader of letters wants it: grey, from black to white, letters of a usual size; as PNG. */
export function pictureForReading(picture: Picture): Uint8Array {
  const { width } = picture
  const factor = Math.min(3, Math.max(0.4, READ_WIDTH / width))
  const scaled = Math.abs(factor - 1) < 0.15 ? picture : scalePicture(picture, factor)
  const pixels = scaled.width * scaled.height
  const grey = new Uint8Array(pixels)
  const counts = new Uint32Array(256)
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    const at = pixel * 4
    const level =
      (77 * (scaled.data[at] ?? 0) + 150 * (scaled.data[at + 1] ?? 0) + 29 * (scaled.data[at + 2] ?? 0)) >> 8
    grey[pixel] = level
    counts[level] = (counts[level] ?? 0) + 1
  }
  const levelAt = (share: number) => {
    let seen = 0
    return counts.findIndex((count) => {
      seen += count
      return seen >= pixels * share
    })
  }
  const [dark, light] = [levelAt(0.01), levelAt(0.9)]
  const range = Math.max(1, light - dark)
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    grey[pixel] = Math.max(0, Math.min(255, (((grey[pixel] ?? 0) - dark) * 255) / range))
  }
  return encodePng({ data: grey, width: scaled.width, height: scaled.height, channels: 1, depth: 8 })
}
