import { expect } from '@playwright/test'
import type { Language } from '#i18n/language.ts'
import { ACTS } from './scenes/acts.ts'
import { findBarriers, type Question } from './scenes/find-barriers.ts'
import { findFlaws, readTexts } from './scenes/find-flaws.ts'
import { play } from './scenes/play.ts'
import { BOTH, foreignWords } from './steps/words.ts'
import { test } from './world.ts'

const SIZES = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
] as const
const SCHEMES = ['light', 'dark'] as const
type Scheme = (typeof SCHEMES)[number]

/** Pictures are for people; `npm run screens` asks for them. */
const TAKES_PICTURES = process.env['SCREENS'] === '1'

/**
 * What is asked where. Colours do not depend on the language, and at a desk only the menu has other ones than on a
 * phone; what holds at 360 px of width holds at 320.
 */
function questionsAt(width: number, scheme: Scheme, language: Language): readonly Question[] {
  if (width === 360) {
    if (language !== 'en') return scheme === 'light' ? [{ rules: 'but colours' }] : []
    return [{ rules: scheme === 'light' ? 'all' : 'colours' }]
  }
  if (width === 320 || language !== 'en') return []
  const menu: Question = { rules: 'colours', within: 'nav' }
  return scheme === 'light' ? [{ rules: 'but colours' }, menu] : [menu]
}

for (const language of BOTH) {
  for (const [title, act] of Object.entries(ACTS)) {
    test(`nothing sticks out, is cut off, lies over another, is foreign or out of reach in ${language}: ${title} (design §5, design D13)`, async ({
      phone,
      authority,
      line,
    }) => {
      test.setTimeout(300_000)
      await phone.context.addInitScript(() => {
        addEventListener('securitypolicyviolation', (event) => {
          console.error(`content policy: ${event.violatedDirective} ${event.blockedURI}`)
        })
      })
      const flaws: string[] = []
      await play(act, { phone, authority, line, language }, async ({ page }, scene) => {
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        for (const size of SIZES) {
          await page.setViewportSize(size)
          const found = await page.evaluate(findFlaws, { touch: size.width < 1000 })
          flaws.push(...found.map((flaw) => `${scene.name} at ${size.width}: ${flaw}`))
          for (const scheme of SCHEMES) {
            const questions = questionsAt(size.width, scheme, language)
            if (questions.length === 0 && !TAKES_PICTURES) continue
            await page.emulateMedia({ colorScheme: scheme })
            await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
            for (const question of questions) {
              const barred = await findBarriers(page, question)
              flaws.push(...barred.map((flaw) => `${scene.name} at ${size.width}, ${scheme}: ${flaw}`))
            }
            if (!TAKES_PICTURES) continue
            const file = `${scene.name.replaceAll(/\W+/g, '-')}-${language}-${size.width}-${scheme}.png`
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
