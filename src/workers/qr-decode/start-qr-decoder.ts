import { releaseProxy, transfer, wrap } from 'comlink'
import type { GoodsCode, Picture, QrWorker, ReadCode } from './qr.worker.ts'

/** Reads codes in a worker, one picture after the other. A picture is transferred and cannot be used afterwards. */
export type QrDecoder = {
  readonly frameWidth: number
  /** A frame of moving pictures: `undefined` when no code was found in it; the next frame is searched in another way. */
  read(picture: Picture): Promise<ReadCode | undefined>
  /** A still picture, searched in every way until `accept` takes a code. */
  readStill<T>(picture: Picture, accept: (code: ReadCode) => T | undefined): Promise<T | undefined>
  /** The barcodes of goods in a frame; `undefined` where they cannot be read. */
  readGoods(picture: Picture): Promise<readonly GoodsCode[] | undefined>
  stop(): void
}

/** Codes on a paper have few pixels a module: a smaller picture loses them, a larger one only costs time. */
const FRAME_WIDTH = 1280

/** Starts the reader; its code is loaded with the first picture. */
export function startQrDecoder(): QrDecoder {
  const worker = new Worker(new URL('./qr.worker.ts', import.meta.url), { type: 'module' })
  const remote = wrap<QrWorker>(worker)
  const broken = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) => reject(new Error(event.message || 'no QR worker')))
  })
  broken.catch(() => undefined)
  return {
    frameWidth: FRAME_WIDTH,
    read: (picture) => Promise.race([remote.read(transfer(picture, [picture.data.buffer])), broken]),
    async readStill(picture, accept) {
      await Promise.race([remote.open(transfer(picture, [picture.data.buffer])), broken])
      while (true) {
        const { code, over } = await Promise.race([remote.tryNext(), broken])
        const accepted = code && accept(code)
        if (accepted !== undefined || over) return accepted
      }
    },
    readGoods: (picture) =>
      Promise.race([remote.readGoods(transfer(picture, [picture.data.buffer])), broken]),
    stop() {
      remote[releaseProxy]()
      worker.terminate()
    },
  }
}
