import { releaseProxy, wrap } from 'comlink'
import type { CompressImageWorker } from './compress-image.worker.ts'

/**
 * A photo reduced in a worker, as a JPEG without the place and time that a camera records. `undefined` where the
 * browser cannot, or the picture cannot be read: it is then sent unchanged.
 */
export async function compressImage(image: Blob): Promise<Blob | undefined> {
  if (typeof OffscreenCanvas === 'undefined' || typeof createImageBitmap === 'undefined') return undefined
  const worker = new Worker(new URL('./compress-image.worker.ts', import.meta.url), { type: 'module' })
  const remote = wrap<CompressImageWorker>(worker)
  try {
    const broken = new Promise<undefined>((resolve) => {
      worker.addEventListener('error', () => resolve(undefined))
    })
    const compressed = await Promise.race([remote.compress(image), broken])
    return compressed?.type === 'image/jpeg' ? compressed : undefined
  } catch {
    return undefined
  } finally {
    remote[releaseProxy]()
    worker.terminate()
  }
}
