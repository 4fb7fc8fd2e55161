import { PICTURE_CACHE, PICTURES, picturePath } from '#domain/app/pictures.ts'
import { deviceConnection } from '#ui/device-connection.ts'

/** Fetches the pictures of the manual in a language, 50 kB, so that the phone has them without a connection. */
export async function keepPictures(language: string): Promise<void> {
  if (deviceConnection().savesData) return
  const cache = await caches.open(PICTURE_CACHE)
  for (const name of PICTURES) {
    const path = picturePath(name, language)
    if (!(await cache.match(path))) await cache.add(path)
  }
}
