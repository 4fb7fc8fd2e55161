import { releaseProxy, transfer, wrap } from 'comlink'
import type { Picture, QrWorker, ReadCode } from './qr.worker.ts'

/** Reads codes in a worker, one picture after the other. */
export type QrDecoder = {
  /** `undefined` when there is no code in the picture. The picture is transferred and cannot be used afterwards. */
  read(picture: Picture): Promise<ReadCode | undefined>
  stop(): void
}

/** Starts the reader; its code is loaded with the first picture. */
export function startQrDecoder(): QrDecoder {
  const worker = new Worker(new URL('./qr.worker.ts', import.meta.url), { type: 'module' })
  const remote = wrap<QrWorker>(worker)
  const broken = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) => reject(new Error(event.message || 'no QR worker')))
  })
  broken.catch(() => undefined)
  return {
    read: (picture) => Promise.race([remote.read(transfer(picture, [picture.data.buffer])), broken]),
    stop() {
      remote[releaseProxy]()
      worker.terminate()
    },
  }
}
