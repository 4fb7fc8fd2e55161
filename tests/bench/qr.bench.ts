import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import jsQR from 'jsqr'
import { readBarcodes } from 'zxing-wasm/reader'
import { decodePicture } from '#server/gateways/receipt-reader/picture.ts'
import { firstEngine } from '#workers/qr-decode/first-engine.ts'
import { EACH_FRAME, IN_TURN, STILL } from '#workers/qr-decode/passes.ts'
import { type Engines, type Picture, searchPicture } from '#workers/qr-decode/search-picture.ts'
import { startSecondEngine } from '#workers/qr-decode/second-engine.ts'
import { frameShotOf, linkOfFrame, makeFrame } from '../support/receipt-frames.ts'
import { type Bench, onceFor } from './bench.ts'

const FOLDER = join(import.meta.dirname, 'qr-images')
const FRAMES = 60
const EMPTY_FRAMES = 12

/** A picture, and the texts that are right for it. */
type Sample = { readonly picture: Picture; readonly texts: readonly string[] }
/** Reads a picture; the text must be accepted, as the app accepts only addresses of receipts. */
type Reader = (picture: Picture, accept: (text: string) => boolean) => Promise<string | undefined>

type Outcome = {
  readonly right: number
  readonly wrong: number
  readonly ms: readonly number[]
  readonly read: readonly boolean[]
}

function photos(): Sample[] {
  const { images } = JSON.parse(readFileSync(join(FOLDER, 'manifest.json'), 'utf8')) as {
    images: { file: string; texts: string[] }[]
  }
  return images.map(({ file, texts }) => ({
    picture: decodePicture(readFileSync(join(FOLDER, file))),
    texts,
  }))
}

function frames(): Sample[] {
  return Array.from({ length: FRAMES }, (_, number) => {
    const text = linkOfFrame(number)
    return { picture: makeFrame(number, text, frameShotOf(number)), texts: [text] }
  })
}

/** Decoders differ in how they end lines. */
const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

async function judge(
  samples: readonly Sample[],
  reader: Reader,
  accepts: (text: string) => boolean,
): Promise<Outcome> {
  const [ms, read]: [number[], boolean[]] = [[], []]
  let [right, wrong] = [0, 0]
  for (const { picture, texts } of samples) {
    const start = performance.now()
    const text = await reader(picture, accepts)
    ms.push(performance.now() - start)
    const isRight = text !== undefined && texts.some((one) => plain(one) === plain(text))
    read.push(isRight)
    if (text === undefined) continue
    if (isRight) right += 1
    else wrong += 1
  }
  return { right, wrong, ms, read }
}

const plainFirst: Reader = async ({ data, width, height }) =>
  jsQR(data, width, height, { inversionAttempts: 'dontInvert' })?.data || undefined

const plainSecond: Reader = async ({ data, width, height }) => {
  const picture = { data: new Uint8ClampedArray(data), width, height, colorSpace: 'srgb' as const }
  const [code] = await readBarcodes(picture, {
    formats: ['QRCodeModel2'],
    maxNumberOfSymbols: 1,
    textMode: 'Plain',
  })
  return code?.isValid && code.text !== '' ? code.text : undefined
}

/** Passes one after the other on one picture, as the worker tries them. */
function cascade(engines: Engines, passes: typeof STILL): Reader {
  return async (picture, accept) => {
    const search = searchPicture(picture)
    for (const pass of passes) {
      const code = await search.read(pass, engines)
      if (code && accept(code.text)) return code.text
    }
    return undefined
  }
}

const measure = onceFor(async () => {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const bytes = new Uint8Array(readFileSync(path)).buffer
  const engines = { first: firstEngine, second: await startSecondEngine({ bytes }) }
  const any = () => true
  const receipts = (text: string) => text.startsWith('https://verify.tra.go.tz/')
  const [pictures, filmed] = [photos(), frames()]
  const moving = cascade(engines, [EACH_FRAME, ...IN_TURN])
  const readers = { jsqr: plainFirst, zxing: plainSecond, cascade: cascade(engines, STILL) }
  const onPhotos: Outcome[] = []
  const onReceipts: Outcome[] = []
  for (const reader of Object.values(readers)) {
    onPhotos.push(await judge(pictures, reader, any))
    onReceipts.push(await judge(filmed, reader, receipts))
  }
  onReceipts.push(await judge(filmed, moving, receipts))
  const easy = await judge(filmed, cascade(engines, [EACH_FRAME]), receipts)
  const empty: number[] = []
  for (let number = 0; number < EMPTY_FRAMES; number += 1) {
    const picture = makeFrame(number, null, frameShotOf(number))
    for (const pass of IN_TURN)
      empty.push(...(await judge([{ picture, texts: [] }], cascade(engines, [EACH_FRAME, pass]), any)).ms)
  }
  return { onPhotos, onReceipts, easy, empty }
})

type Measured = Awaited<ReturnType<typeof measure>>

function count(
  name: string,
  note: string,
  of: (measured: Measured) => number | undefined,
  atLeast?: number,
): Bench {
  return {
    ...{ name, unit: 'count', note },
    ...(atLeast === undefined ? {} : { budget: atLeast, atLeast: true }),
    run: async (options) => [of(await measure(options)) ?? 0],
  }
}

const NAMES = ['jsqr alone', 'zxing-wasm alone', 'ours on a still picture', 'ours on a held camera'] as const
const SLUGS = ['jsqr', 'zxing', 'still', 'moving'] as const

/** By how many the cascade is ahead of the better engine alone. */
function lead([first, second, ours]: readonly Outcome[]): number {
  return (ours?.right ?? 0) - Math.max(first?.right ?? 0, second?.right ?? 0)
}

const benches: Bench[] = [
  ...SLUGS.slice(0, 3).map((slug, at) =>
    count(`qr-photos-${slug}`, `of 60 photos, ${NAMES[at]}`, ({ onPhotos }) => onPhotos[at]?.right),
  ),
  count('qr-photos-lead', 'ours, more than the better one alone', ({ onPhotos }) => lead(onPhotos), 0),
  ...SLUGS.map((slug, at) =>
    count(
      `qr-receipts-${slug}`,
      `of ${FRAMES} frames of receipts, ${NAMES[at]}`,
      ({ onReceipts }) => onReceipts[at]?.right,
    ),
  ),
  count('qr-receipts-lead', 'ours, more than the better one alone', ({ onReceipts }) => lead(onReceipts), 1),
  ...SLUGS.map(
    (slug, at): Bench => ({
      name: `qr-time-${slug}`,
      unit: 'ms',
      note: `a frame of a receipt, ${NAMES[at]}; what is not found takes longest`,
      run: async (options) => [...((await measure(options)).onReceipts[at]?.ms ?? [])],
    }),
  ),
  {
    name: 'qr-wrong',
    unit: 'count',
    budget: 0,
    note: 'codes that ours read wrong',
    run: async (options) => {
      const { onPhotos, onReceipts } = await measure(options)
      return [
        [onPhotos[2], onReceipts[2], onReceipts[3]].reduce((sum, outcome) => sum + (outcome?.wrong ?? 0), 0),
      ]
    },
  },
  {
    name: 'qr-easy',
    unit: 'ratio',
    budget: 1,
    note: 'time of ours to that of jsqr alone, on frames that both read at once',
    run: async (options) => {
      const { onReceipts, easy } = await measure(options)
      const alone = onReceipts[0]
      return easy.ms.flatMap((ms, at) => (easy.read[at] && alone?.read[at] ? [ms / (alone.ms[at] ?? 1)] : []))
    },
  },
  {
    name: 'qr-empty',
    unit: 'ms',
    budget: 150,
    budgetedStatistic: 'p95',
    note: 'a frame without a code, in one of its turns',
    run: async (options) => (await measure(options)).empty,
  },
]

export default benches
