/**
 * `node scripts/dev/pictures.mjs [ADDRESS]`: takes the pictures of the landing page from a running demo, in both
 * languages, into public/pictures. ADDRESS is http://localhost:4000 by default; the demo must have its sales.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { ensureBrowser } from './find-browser.mjs'
import { projectFolder } from './install.mjs'

const address = process.argv[2] ?? 'http://localhost:4000'
const folder = join(projectFolder, 'public', 'pictures')
const PHONE = { width: 360, height: 740 }
/** Of the demo (server/demo-logins.ts). */
const LOGIN = { username: 'operator', password: 'Karibu#2026' }

/** Opens what a picture shows; each waits until it is there. */
const SCENES = {
  counter: async (page) => {
    await page.goto(`${address}/new-invoice`)
    const items = page.getByRole('list').getByRole('button', { name: /Tsh/ })
    await items.first().waitFor({ timeout: 60_000 })
    for (const place of [0, 2]) await items.nth(place).click()
  },
  receipt: async (page) => {
    await page.goto(`${address}/invoices?status=issued`)
    await page.locator('main a[href^="/invoice/"]').first().click({ timeout: 60_000 })
    // Its end has the verification code and the QR code.
    await page
      .getByRole('article')
      .last()
      .evaluate((receipt) => {
        receipt.scrollIntoView({ block: 'end', behavior: 'instant' })
        window.scrollBy({ top: 90, behavior: 'instant' })
      })
    await page.waitForFunction(
      () => document.querySelector('article svg, article canvas, article img') !== null,
    )
  },
}

/** A screenshot as WebP, which the browser writes: a third of the bytes of PNG. */
async function takePicture(page, name) {
  // The records of the year arrive first, and what a scene saved is sent: the top of the screen says how far they are.
  await page.waitForFunction(
    () => {
      const top = document.querySelector('header')?.textContent ?? ''
      return /Online|Mtandaoni/.test(top) && /All sent|Zote zimetumwa/.test(top)
    },
    undefined,
    { timeout: 300_000 },
  )
  const png = await page.screenshot({ animations: 'disabled' })
  const webp = await page.evaluate(async (encoded) => {
    const picture = new Image()
    picture.src = `data:image/png;base64,${encoded}`
    await picture.decode()
    const canvas = Object.assign(document.createElement('canvas'), {
      width: picture.width,
      height: picture.height,
    })
    canvas.getContext('2d')?.drawImage(picture, 0, 0)
    return canvas.toDataURL('image/webp', 0.75).split(',')[1] ?? ''
  }, png.toString('base64'))
  const bytes = Buffer.from(webp, 'base64')
  writeFileSync(join(folder, `${name}.webp`), bytes)
  console.log(`${name}.webp ${(bytes.length / 1000).toFixed(1)} kB`)
}

mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: (await ensureBrowser()).path })
try {
  for (const language of ['sw', 'en']) {
    const context = await browser.newContext({ viewport: PHONE, colorScheme: 'light', hasTouch: true })
    await context.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
    const page = await context.newPage()
    await page.goto(`${address}/login`)
    await page.locator('#early-login').waitFor({ state: 'detached' })
    await page.locator('input[name="username"]').fill(LOGIN.username)
    await page.locator('input[name="password"]').fill(LOGIN.password)
    await page.locator('button[type="submit"]').click()
    await page.waitForURL('**/dashboard')
    for (const [name, open] of Object.entries(SCENES)) {
      await open(page)
      await takePicture(page, `${name}-${language}`)
    }
    await context.close()
  }
} finally {
  await browser.close()
}
