import { releaseProxy, wrap } from 'comlink'
import type { SqueezeWorker } from './squeeze.worker.ts'

/**
 * A photo made smaller beside the screen, as a JPEG without the place and time that a camera notes. `undefined` where
 * the browser cannot, or the picture cannot be read: it then goes as it is.
 */
export async function squeezePhoto(photo: Blob): Promise<Blob | undefined> {
  if (typeof OffscreenCanvas === 'undefined' || typeof createImageBitmap === 'undefined') return undefined
  const worker = new Worker(new URL('./squeeze.worker.ts', import.meta.url), { type: 'module' })
  const remote = wrap<SqueezeWorker>(worker)
  try {
    const broken = new Promise<undefined>((resolve) => {
      worker.addEventListener('error', () => resolve(undefined))
    })
    const squeezed = await Promise.race([remote.squeeze(photo), broken])
    return squeezed?.type === 'image/jpeg' ? squeezed : undefined
  } catch {
    return undefined
  } finally {
    remote[releaseProxy]()
    worker.terminate()
  }
}
