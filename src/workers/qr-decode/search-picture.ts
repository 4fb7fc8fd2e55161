import { findRegions } from './find-regions.ts'
import {
  blurred,
  type Grey,
  halved,
  type Region,
  scaledRegion,
  sharpened,
  toGrey,
  toPixels,
} from './grey-picture.ts'
import type { Pass } from './passes.ts'

/** A picture of the camera: four bytes a pixel, row after row. */
export type Picture = { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number }

/** The content of a QR code. */
export type ReadCode = { readonly text: string; readonly bytes: Uint8Array }

type Options = Pick<Pass, 'denoise' | 'global' | 'invert'>

/** Reads a code in four bytes a pixel. */
export type Engine = (
  picture: Picture,
  options: Options,
) => ReadCode | undefined | Promise<ReadCode | undefined>

export type Engines = { readonly first: Engine; readonly second?: Engine | undefined }

/** One picture that is searched by passes; what several of them need is made once. */
export type Search = {
  /** `undefined`: no code, or there is nothing for this pass to look at. */
  read(pass: Pass, engines: Engines): Promise<ReadCode | undefined>
}

/** Starts the search of a picture. Its pixels are not changed. */
export function searchPicture(picture: Picture): Search {
  const whole: Region = { left: 0, top: 0, width: picture.width, height: picture.height }
  let grey: Grey | undefined
  let regions: readonly Region[] | undefined
  const toLookAt = (pass: Pass): Picture | undefined => {
    if (pass.on === 'frame' && pass.side === undefined) return picture
    grey ??= toGrey(picture)
    if (pass.on === 'half') return toPixels(halved(grey))
    if (pass.on !== 'frame') regions ??= findRegions(grey)
    const region = pass.on === 'frame' ? whole : regions?.[pass.on === 'region' ? 0 : 1]
    if (!region) return undefined
    let scaled = scaledRegion(grey, region, pass.side ?? region.width, pass.most ?? 1)
    if (pass.blur !== undefined) scaled = blurred(scaled, pass.blur)
    if (pass.sharpen) scaled = sharpened(scaled, ...pass.sharpen)
    return toPixels(scaled)
  }
  return {
    read: async (pass, engines) => {
      const engine = engines[pass.engine]
      const seen = engine && toLookAt(pass)
      return seen && (await engine(seen, pass))
    },
  }
}
