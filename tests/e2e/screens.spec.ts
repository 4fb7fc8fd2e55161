import { expect, type Page } from '@playwright/test'
import type { Language } from '#i18n/language.ts'
import { test } from './fixtures.ts'
import { findBarriers, type Question } from './scenes/find-barriers.ts'
import { findFlaws, readTexts } from './scenes/find-flaws.ts'
import { countShifts, takeShifts } from './scenes/layout-shift.ts'
import { SCENE_GROUPS } from './scenes/scene-groups.ts'
import { relaxTexts, stretchTexts } from './scenes/stretch-texts.ts'
import { visitScenes } from './scenes/visit-scenes.ts'
import { showAt, showIn } from './steps/show-in.ts'
import { BOTH, untranslatedTexts } from './steps/translate.ts'

const SIZES = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
] as const
const SCHEMES = ['light', 'dark'] as const
type Scheme = (typeof SCHEMES)[number]

/** Pictures are for people; `npm run screens` asks for them, and has every check done everywhere. */
const TAKES_PICTURES = process.env['SCREENS'] !== undefined
/** The most that may move by itself while a screen comes up. */
const MOST_SHIFT = 0.02

/**
 * What axe is asked where. It judges the structure and the colours, which are the same in both languages; at a desk
 * only the menu has other colours than on a phone, the same ones on every screen; what holds at 360 px of width holds
 * at 320.
 */
function questionsAt(
  width: number,
  scheme: Scheme,
  language: Language,
  menuKnown: boolean,
): readonly Question[] {
  if (width === 320 || (language !== 'en' && !TAKES_PICTURES)) return []
  if (width === 360) return [{ rules: scheme === 'light' ? 'all' : 'colours' }]
  const menu: readonly Question[] = menuKnown ? [] : [{ rules: 'colours', within: 'nav' }]
  return scheme === 'light' ? [{ rules: 'but colours' }, ...menu] : menu
}

/** Longer words must fit in every language alike; at every size when there is time for it. */
function isStretched(width: number, language: Language): boolean {
  return TAKES_PICTURES || (width === 360 && language === 'en')
}

/** Words of the second language that fit on the narrowest phone fit on the next one. */
function sizesIn(language: Language) {
  return SIZES.filter(({ width }) => TAKES_PICTURES || language === 'en' || width !== 360)
}

// Other files connect services and agree to AI: the scenes begin before that.
test.use({ productOf: 'screens' })

// The longest file of all: its acts are shared out, so that no worker is left with them at the end.
test.describe.configure({ mode: 'parallel' })

async function picture(page: Page, name: string): Promise<void> {
  const file = `${process.env['SCREENS']}/${name.replaceAll(/\W+/g, '-')}.png`
  await page.screenshot({ path: file, animations: 'disabled' })
}

for (const [title, act] of Object.entries(SCENE_GROUPS)) {
  const whole = `nothing sticks out, is cut off, overlaps, is untranslated or out of reach: ${title} (design §5, design D13)`
  test(whole, { tag: act.tag ?? [] }, async ({ phone, authority, owner, faultProxy: line }) => {
    // Dozens of screens in both languages.
    test.setTimeout(900_000)
    await phone.context.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) => {
        console.error(`content policy: ${event.violatedDirective} ${event.blockedURI}`)
      })
    })
    await phone.context.addInitScript(countShifts)
    const flaws: string[] = []
    let menuKnown = false
    const stage = { phone, authority, owner, faultProxy: line }
    await visitScenes(act, stage, async ({ page }, scene) => {
      const shifts = await page.evaluate(takeShifts)
      if (!scene.notifications && shifts.sum > MOST_SHIFT) {
        flaws.push(`${scene.name}: moves by itself, ${shifts.sum.toFixed(3)}: ${shifts.moved}`)
      }
      for (const language of BOTH) {
        await showAt(page, SIZES[0])
        await showIn(page, language)
        const name = `${scene.name} ${language}`
        for (const size of sizesIn(language)) {
          await showAt(page, size)
          const found = await page.evaluate(findFlaws, { touch: size.width < 1000 })
          flaws.push(...found.map((flaw) => `${name} at ${size.width}: ${flaw}`))
          if (isStretched(size.width, language)) {
            await page.evaluate(stretchTexts)
            const burst = await page.evaluate(findFlaws, { touch: size.width < 1000 })
            flaws.push(...burst.map((flaw) => `${name} at ${size.width}, stretched: ${flaw}`))
            if (TAKES_PICTURES) await picture(page, `${name} ${size.width} stretched`)
            await page.evaluate(relaxTexts)
          }
          for (const scheme of SCHEMES) {
            const questions = questionsAt(size.width, scheme, language, menuKnown)
            if (questions.length === 0 && !TAKES_PICTURES) continue
            await page.emulateMedia({ colorScheme: scheme })
            await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
            for (const question of questions) {
              const barred = await findBarriers(page, question)
              flaws.push(...barred.map((flaw) => `${name} at ${size.width}, ${scheme}: ${flaw}`))
            }
            if (TAKES_PICTURES) await picture(page, `${name} ${size.width} ${scheme}`)
          }
          await page.emulateMedia({ colorScheme: 'light' })
        }
        const foreign = untranslatedTexts(language, await page.evaluate(readTexts))
        const left = foreign.filter((text) => !scene.keptWords?.includes(text))
        flaws.push(...left.map((text) => `${scene.name}: not in ${language}: "${text}"`))
      }
      await showIn(page, 'en')
      menuKnown ||= (await page.locator('nav').count()) > 0
    })
    expect(flaws).toEqual([])
  })
}
