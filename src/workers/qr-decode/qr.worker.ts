import { expose } from 'comlink'
import { firstEngine } from './first-engine.ts'
import { EACH_FRAME, IN_TURN, IN_TURN_WITHOUT_SECOND, STILL } from './passes.ts'
import { type Engine, type Picture, type ReadCode, type Search, searchPicture } from './search-picture.ts'
import type { GoodsCode } from './second-engine.ts'

export type { GoodsCode, Picture, ReadCode }

/** The functions of this worker. */
export type QrWorker = {
  /** A frame of moving pictures. */
  readonly read: (picture: Picture) => Promise<ReadCode | undefined>
  /** Takes a still picture; `tryNext` searches it once more, until it answers `over`. */
  readonly open: (picture: Picture) => void
  readonly tryNext: () => Promise<{ readonly code: ReadCode | undefined; readonly over: boolean }>
  /** The barcodes of goods in a frame; `undefined` where the second engine, which alone reads them, cannot be loaded. */
  readonly readGoods: (picture: Picture) => Promise<readonly GoodsCode[] | undefined>
}

let second: Engine | undefined
let readGoodsCodes: ((picture: Picture) => Promise<readonly GoodsCode[]>) | undefined
let loading: Promise<void> | undefined
let frames = 0
let [still, tried]: [Search | undefined, number] = [undefined, 0]

/** Loads the second engine, once; a phone that cannot goes on with the first. */
function loadSecond(): Promise<void> {
  const load = async () => {
    const [engine, { default: url }] = await Promise.all([
      import('./second-engine.ts'),
      import('zxing-wasm/reader/zxing_reader.wasm?url'),
    ])
    second = await engine.startSecondEngine({ url })
    readGoodsCodes = engine.readGoodsCodes
  }
  loading ??= load().catch(() => undefined)
  return loading
}

const worker: QrWorker = {
  read: async (picture) => {
    const search = searchPicture(picture)
    const easy = await search.read(EACH_FRAME, { first: firstEngine })
    if (easy) return easy
    void loadSecond()
    const turns = second ? IN_TURN : IN_TURN_WITHOUT_SECOND
    const pass = turns[frames % turns.length]
    frames += 1
    return pass && (await search.read(pass, { first: firstEngine, second }))
  },
  open: (picture) => {
    still = searchPicture(picture)
    tried = 0
  },
  tryNext: async () => {
    const pass = STILL[tried]
    tried += 1
    if (pass?.engine === 'second') await loadSecond()
    const code = pass && (await still?.read(pass, { first: firstEngine, second }))
    return { code, over: tried >= STILL.length }
  },
  readGoods: async (picture) => {
    await loadSecond()
    return readGoodsCodes?.(picture)
  },
}

expose(worker)
