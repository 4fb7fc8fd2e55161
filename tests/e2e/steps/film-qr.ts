import { writeFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { encode } from 'uqr'
import type { GreyPicture } from '../../support/barcode-pictures.ts'

/** A camera shows thirty pictures a second; each code has to be shown as long as on the screen. */
const PICTURES_EACH = 7
/** How far the clock goes at a time: as long as one code is shown. */
const MOMENT_MS = 250

/**
 * Films the moving codes of a phone: pictures of its screen, one for each of `codes` codes, as a file that a
 * browser takes for its camera (`--use-file-for-fake-video-capture`). The page's clock must be installed
 * before the codes are shown: it is paused while a picture is taken, so that a slow machine misses no code
 * either.
 */
export async function filmCodes(page: Page, codes: number, file: string): Promise<void> {
  const code = page.locator('[data-step]')
  await expect(code).toBeVisible()
  // On a busy machine the moment is over before the clock is paused: then the next one is taken.
  await expect(async () => {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + MOMENT_MS)
  }).toPass()
  const box = await code.boundingBox()
  if (!box) throw new Error('no code on the screen')
  const side = Math.floor(Math.min(box.width, box.height) / 2) * 2
  const clip = { x: Math.ceil(box.x), y: Math.ceil(box.y), width: side, height: side }
  const pictures: Buffer[] = []
  let last = ''
  while (pictures.length < codes) {
    await page.clock.runFor(MOMENT_MS)
    await expect(code).not.toHaveAttribute('data-step', last)
    last = (await code.getAttribute('data-step')) ?? ''
    pictures.push(await page.screenshot({ type: 'jpeg', quality: 90, clip }))
  }
  await writeFile(
    file,
    Buffer.concat(pictures.flatMap((picture) => Array<Buffer>(PICTURES_EACH).fill(picture))),
  )
}

/** What a browser is started with whose camera sees a film, or nothing when there is none yet. */
export function cameraArguments(file: string): string[] {
  return [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${file}`,
  ]
}

/** Points a cell of the code takes in the picture, and cells of white around it. */
const CELL = 8
const QUIET = 4

/** Films one QR code that is held still, as raw frames: black on white in the middle of the picture. */
export async function filmCode(text: string, file: string): Promise<void> {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET })
  const side = size * CELL
  const light = Buffer.alloc(side * side, 235)
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      if (data[Math.floor(y / CELL)]?.[Math.floor(x / CELL)]) light[y * side + x] = 16
    }
  }
  await filmPicture({ light, width: side, height: side }, file)
}

/** Films a picture that is held still, as raw frames. */
export async function filmPicture({ light, width, height }: GreyPicture, file: string): Promise<void> {
  const colour = Buffer.alloc(width * height * 0.5, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, colour])
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`)
  await writeFile(file, Buffer.concat([head, frame, frame]))
}
