import { expect, type Page } from '@playwright/test'
import type { Language } from '#i18n/language.ts'
import type { AuthorityControl } from '../../support/authority-control.ts'
import type { FaultProxy } from '../../support/fault-proxy.ts'
import { choose, enter } from '../steps/enter.ts'
import { readRows } from '../steps/phone-store.ts'
import { wordsIn } from '../steps/words.ts'
import type { Phone } from '../world.ts'
import type { Act, Scene, Stage } from './stage.ts'

/** The size every scene is opened at: the cheap phone. */
const PHONE = { width: 360, height: 740 }

/** What is fetched for the first time moves what stands on the screen: the walk begins after it. */
async function haveRecords(page: Page, username: string): Promise<void> {
  if (username === 'admin') return
  await expect
    .poll(async () => {
      const metas = await readRows(page, 'meta')
      return metas.some(({ key, value }) => key === 'first-pull-done' && value === true)
    })
    .toBe(true)
}

/** Plays an act in a language: opens scene after scene and lets `look` examine each. */
export async function play(
  act: Act,
  on: {
    readonly phone: Phone
    readonly authority: AuthorityControl
    readonly line: FaultProxy
    readonly language: Language
  },
  look: (stage: Stage, scene: Scene) => Promise<void>,
): Promise<void> {
  const { phone, authority, line, language } = on
  const { page } = phone
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  if (act.as === null) await choose(phone, language)
  else {
    await enter(phone, act.as, language)
    await haveRecords(page, act.as)
  }
  const stage: Stage = { phone, page, language, words: wordsIn(language), authority, line }
  for (const scene of act.scenes) {
    await page.setViewportSize(PHONE)
    await scene.open(stage)
    await look(stage, scene)
    await page.setViewportSize(PHONE)
    await scene.after?.(stage)
  }
}
