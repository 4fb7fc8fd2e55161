/** What a picture of a finding shows, in the words of the screen. */
export type FindingPicture = {
  readonly company: string
  readonly grade: string
  readonly sentence: string
  readonly action: string
  /** Names of figures and what they come to. */
  readonly figures: readonly (readonly [name: string, value: string])[]
  /** Period and confidence. */
  readonly foot: string
}

const [WIDTH, MARGIN] = [720, 40]
const FONT = 'system-ui, sans-serif'
const INK = { text: '#10221b', dim: '#4a5b53', line: '#d6ded9', mark: '#0b6b4a', paper: '#ffffff' }

/** Breaks a text into lines of at most `width`; a word that is wider has a line of its own. */
export function wrapLines(text: string, width: number, widthOf: (line: string) => number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(`${last} ${word}`) <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

type Step = { readonly height: number; readonly draw: (y: number) => void }

function steps(context: CanvasRenderingContext2D, picture: FindingPicture): Step[] {
  const inner = WIDTH - 2 * MARGIN
  const write = (text: string, size: number, colour: string, weight = 400): Step[] => {
    const font = `${weight} ${size}px ${FONT}`
    context.font = font
    const lines = wrapLines(text, inner, (line) => context.measureText(line).width)
    return lines.map((line) => ({
      height: size * 1.4,
      draw: (y) => {
        context.font = font
        context.fillStyle = colour
        context.textAlign = 'left'
        context.fillText(line, MARGIN, y + size)
      },
    }))
  }
  const gap = (height: number): Step => ({ height, draw: () => undefined })
  const row = ([name, value]: readonly [string, string]): Step => ({
    height: 44,
    draw: (y) => {
      context.fillStyle = INK.line
      context.fillRect(MARGIN, y, inner, 1)
      context.font = `400 24px ${FONT}`
      context.fillStyle = INK.dim
      context.textAlign = 'left'
      context.fillText(name, MARGIN, y + 31)
      context.fillStyle = INK.text
      context.textAlign = 'right'
      context.fillText(value, WIDTH - MARGIN, y + 31)
    },
  })
  return [
    gap(MARGIN),
    ...write(picture.company, 24, INK.dim),
    ...write(picture.grade, 24, INK.mark, 700),
    gap(12),
    ...write(picture.sentence, 32, INK.text, 600),
    gap(8),
    ...write(picture.action, 26, INK.dim),
    gap(20),
    ...picture.figures.map(row),
    gap(16),
    ...write(picture.foot, 20, INK.dim),
    ...write('Risiti', 20, INK.mark, 700),
    gap(MARGIN - 10),
  ]
}

/** Draws a finding as a PNG, for an app that the person shares it with. */
export async function drawFinding(picture: FindingPicture): Promise<File> {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('this browser draws no pictures')
  const all = steps(context, picture)
  canvas.width = WIDTH
  canvas.height = Math.ceil(all.reduce((sum, { height }) => sum + height, 0))
  context.fillStyle = INK.paper
  context.fillRect(0, 0, canvas.width, canvas.height)
  let y = 0
  for (const { height, draw } of all) {
    draw(y)
    y += height
  }
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (blob === null) throw new Error('the picture was not made')
  return new File([blob], 'risiti-insight.png', { type: 'image/png' })
}
