import type { Page } from '@playwright/test'
import { encode } from 'uqr'

/** A place that a camera could have noted in a photo. */
export const PHOTO_LOCATION = 'GPS-6.8235S39.2695E'

/** A photo as a camera makes it: large, noisy, with notes of where it was taken. */
export async function makePhoto(page: Page, width: number, height: number): Promise<Buffer> {
  const drawn = await page.evaluate(
    async ([w, h]) => {
      const canvas = new OffscreenCanvas(w, h)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      context.fillStyle = '#eee'
      context.fillRect(0, 0, w, h)
      // Small print, the same each time.
      for (let at = 0; at < 4_000; at += 1) {
        context.fillStyle = `hsl(${(at * 47) % 360} 60% ${20 + (at % 50)}%)`
        context.fillRect((at * 7_919) % w, (at * 104_729) % h, 3 + (at % 60), 2 + (at % 9))
      }
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 })
      const bytes = new Uint8Array(await blob.arrayBuffer())
      let text = ''
      for (let at = 0; at < bytes.length; at += 8_192) {
        text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
      }
      return btoa(text)
    },
    [width, height] as const,
  )
  const jpeg = Buffer.from(drawn, 'base64')
  const notes = Buffer.from(`Exif\u0000\u0000${PHOTO_LOCATION}`)
  const head = Buffer.from([0xff, 0xe1, 0, notes.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, notes, jpeg.subarray(2)])
}

/** A photo of a paper with a QR code on it. */
export async function photographCode(page: Page, text: string): Promise<Buffer> {
  const rows = encode(text, { border: 4 }).data
  const drawn = await page.evaluate(async (modules) => {
    const canvas = new OffscreenCanvas(900, 1200)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.fillStyle = '#f4f1ea'
    context.fillRect(0, 0, 900, 1200)
    context.translate(250, 600)
    context.rotate(0.06)
    context.fillStyle = '#222'
    for (const [y, row] of modules.entries()) {
      for (const [x, dark] of row.entries()) if (dark) context.fillRect(x * 8, y * 8, 8, 8)
    }
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })
    return btoa(
      Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(''),
    )
  }, rows)
  return Buffer.from(drawn, 'base64')
}

/** How large a file of this phone is, in points and bytes, and whether it says anything that a text search finds. */
export async function inspectFile(
  page: Page,
  location: string,
): Promise<{
  readonly width: number
  readonly height: number
  readonly size: number
  readonly containsText: boolean
}> {
  return await page.evaluate(async (sought) => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('no reason given'))
      })
    const names = (await indexedDB.databases()).map((known) => known.name ?? '')
    const name = names.find((known) => known.startsWith('efd_') && known !== 'efd_registry') ?? ''
    const db = await settled(indexedDB.open(name))
    try {
      const rows = (await settled(db.transaction('fileContents').objectStore('fileContents').getAll())) as {
        bytes: ArrayBuffer
      }[]
      const bytes = rows[0]?.bytes
      if (!bytes) throw new Error('no file on this phone')
      const { width, height } = await createImageBitmap(new Blob([bytes]))
      const text = new TextDecoder('latin1').decode(bytes)
      return { width, height, size: bytes.byteLength, containsText: text.includes(sought) }
    } finally {
      db.close()
    }
  }, location)
}
