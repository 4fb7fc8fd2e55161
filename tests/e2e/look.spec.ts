import { expect } from '@playwright/test'
import { ACTS } from './scenes/acts.ts'
import { findFlaws, readTexts } from './scenes/find-flaws.ts'
import { play } from './scenes/play.ts'
import { BOTH, foreignWords } from './steps/words.ts'
import { test } from './world.ts'

const SIZES = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
] as const

for (const language of BOTH) {
  for (const [title, act] of Object.entries(ACTS)) {
    test(`nothing sticks out, is cut off, lies over another or is foreign in ${language}: ${title} (design D13)`, async ({
      phone,
      authority,
    }) => {
      test.setTimeout(240_000)
      await phone.context.addInitScript(() => {
        addEventListener('securitypolicyviolation', (event) => {
          console.error(`content policy: ${event.violatedDirective} ${event.blockedURI}`)
        })
      })
      const flaws: string[] = []
      await play(act, { phone, authority, language }, async ({ page }, scene) => {
        for (const size of SIZES) {
          await page.setViewportSize(size)
          const found = await page.evaluate(findFlaws, { touch: size.width < 1000 })
          flaws.push(...found.map((flaw) => `${scene.name} at ${size.width}: ${flaw}`))
          for (const colorScheme of size.width === 320 ? [] : (['light', 'dark'] as const)) {
            await page.emulateMedia({ colorScheme })
            await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
            const file = `${scene.name.replaceAll(/\W+/g, '-')}-${language}-${size.width}-${colorScheme}.png`
            await page.screenshot({ path: test.info().outputPath(file), animations: 'disabled' })
          }
          await page.emulateMedia({ colorScheme: 'light' })
        }
        const foreign = foreignWords(language, await page.evaluate(readTexts))
        flaws.push(...foreign.map((text) => `${scene.name}: not in ${language}: "${text}"`))
      })
      expect(flaws).toEqual([])
    })
  }
}
