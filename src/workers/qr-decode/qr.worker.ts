import { expose } from 'comlink'
import jsQR from 'jsqr'

/** A picture of the camera: four bytes a pixel, row after row. */
export type Picture = { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number }

/** The content of a QR code. */
export type ReadCode = { readonly text: string; readonly bytes: Uint8Array }

/** The functions of this worker. */
export type QrWorker = { readonly read: (picture: Picture) => ReadCode | undefined }

const worker: QrWorker = {
  read: ({ data, width, height }) => {
    // Dark on light, like every printed or displayed receipt: searching for the opposite takes half as long again.
    const code = jsQR(data, width, height, { inversionAttempts: 'dontInvert' })
    return code ? { text: code.data, bytes: Uint8Array.from(code.binaryData) } : undefined
  },
}

expose(worker)
