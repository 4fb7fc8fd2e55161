/** A run of text on a page, in millimetres from its upper left corner; `y` is the baseline of the letters. */
export type PdfText = { readonly text: string; readonly x: number; readonly y: number; readonly size: number }
export type PdfPage = {
  readonly width: number
  readonly height: number
  readonly texts: readonly PdfText[]
  /** Filled squares and bars, as QR codes are drawn. */
  readonly bars: readonly {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  }[]
}

export type Matrix = readonly [number, number, number, number, number, number]

function times([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l]
}

const UNMOVED: Matrix = [1, 0, 0, 1, 0, 0]
const TOKEN = /\((?:\\[\s\S]|[^\\()])*\)|<[0-9A-Fa-f\s]*>|\[|\]|\/[\w.+-]+|[-+]?\d*\.?\d+|[A-Za-z'"*]+/g

function bytesOf(token: string): Buffer {
  if (token.startsWith('<')) return Buffer.from(token.replaceAll(/[<>\s]/g, ''), 'hex')
  const unescaped = token
    .slice(1, -1)
    .replaceAll(/\\(\d{3}|[\s\S])/g, (_, sign: string) =>
      /^\d{3}$/.test(sign) ? String.fromCharCode(Number.parseInt(sign, 8)) : sign,
    )
  return Buffer.from(unescaped, 'latin1')
}

/** Executes the drawing commands of a page that draw texts and filled bars. */
export function readContent(
  content: string,
  fonts: ReadonlyMap<string, (codes: Buffer) => string>,
  upright: Matrix,
): Pick<PdfPage, 'texts' | 'bars'> {
  const texts: { text: string; x: number; y: number; size: number }[] = []
  const bars: { x: number; y: number; width: number; height: number }[] = []
  let transform: Matrix = upright
  let line: Matrix = UNMOVED
  let font = { read: (codes: Buffer) => codes.toString('latin1'), points: 0 }
  let moved = true
  let given: string[] = []
  let outlines: Matrix[] = []
  const stack: Matrix[] = []
  const numbers = () => given.filter((token) => /^[-+.\d]/.test(token)).map(Number)
  const matrixOf = (): Matrix => {
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers()
    return [a, b, c, d, e, f]
  }
  const show = () => {
    const text = given
      .filter((token) => token.startsWith('(') || token.startsWith('<'))
      .map((token) => font.read(bytesOf(token)))
      .join('')
    const [a, b, , , x, y] = times(line, transform)
    const last = texts.at(-1)
    if (!moved && last) last.text += text
    else texts.push({ text, x, y, size: font.points * Math.hypot(a, b) })
    moved = false
  }
  const step = (x: number, y: number) => {
    line = times([1, 0, 0, 1, x, y], line)
    moved = true
  }
  const commands = new Map<string, () => void>([
    ['q', () => stack.push(transform)],
    [
      'Q',
      () => {
        transform = stack.pop() ?? upright
      },
    ],
    [
      'cm',
      () => {
        transform = times(matrixOf(), transform)
      },
    ],
    [
      'BT',
      () => {
        line = UNMOVED
        moved = true
      },
    ],
    [
      'Tm',
      () => {
        line = matrixOf()
        moved = true
      },
    ],
    ['Td', () => step(numbers()[0] ?? 0, numbers()[1] ?? 0)],
    [
      'Tf',
      () => {
        const name = given.find((token) => token.startsWith('/'))?.slice(1) ?? ''
        font = {
          read: fonts.get(name) ?? ((codes) => codes.toString('latin1')),
          points: numbers().at(-1) ?? 0,
        }
      },
    ],
    ['Tj', show],
    ['TJ', show],
    [
      're',
      () => {
        const [x = 0, y = 0, width = 0, height = 0] = numbers()
        outlines.push([width, 0, 0, height, x, y])
      },
    ],
    [
      'f',
      () => {
        for (const outline of outlines) {
          const [width, , , height, x, y] = times(outline, transform)
          bars.push({
            x: Math.min(x, x + width),
            y: Math.min(y, y + height),
            width: Math.abs(width),
            height: Math.abs(height),
          })
        }
        outlines = []
      },
    ],
    [
      'n',
      () => {
        outlines = []
      },
    ],
    [
      'S',
      () => {
        outlines = []
      },
    ],
  ])
  for (const [token] of content.matchAll(TOKEN)) {
    if (/^[A-Za-z'"*]/.test(token)) {
      commands.get(token)?.()
      given = []
    } else given.push(token)
  }
  return { texts: texts.filter(({ text }: PdfText) => text.trim() !== ''), bars }
}
