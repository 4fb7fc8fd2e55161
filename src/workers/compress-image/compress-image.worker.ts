import { expose } from 'comlink'
import { photoSize } from '#domain/files/photo-size.ts'

/** The functions of this worker. */
export type CompressImageWorker = { readonly compress: (image: Blob) => Promise<Blob | undefined> }

/** Below this the small print of a receipt begins to blur. */
const QUALITY = 0.75

const worker: CompressImageWorker = {
  compress: async (image) => {
    // The orientation that the camera recorded is applied here: the compressed photo has no metadata.
    const picture = await createImageBitmap(image, { imageOrientation: 'from-image' })
    const { width, height } = photoSize(picture)
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')
    if (!context) return undefined
    // JPEG has no transparency: transparent parts become white.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    context.imageSmoothingQuality = 'high'
    context.drawImage(picture, 0, 0, width, height)
    picture.close()
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
  },
}

expose(worker)
