import { writeFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'

/** A camera shows thirty pictures a second; each code is to stand as long as on the screen. */
const PICTURES_EACH = 7

/**
 * Films the moving codes of a phone: pictures of its screen, one for each of so many codes, as a file that a browser
 * takes for its camera (`--use-file-for-fake-video-capture`).
 */
export async function filmCodes(page: Page, codes: number, file: string): Promise<void> {
  const code = page.locator('[data-step]')
  await expect(code).toBeVisible()
  const box = await code.boundingBox()
  if (!box) throw new Error('no code on the screen')
  const side = Math.floor(Math.min(box.width, box.height) / 2) * 2
  const clip = { x: Math.ceil(box.x), y: Math.ceil(box.y), width: side, height: side }
  const pictures: Buffer[] = []
  let last = ''
  while (pictures.length < codes) {
    await expect.poll(() => code.getAttribute('data-step'), { intervals: [20] }).not.toBe(last)
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
