import type { Language } from '#i18n/language.ts'
import type { AuthorityControl } from '../../support/authority-control.ts'
import type { FaultProxy } from '../../support/fault-proxy.ts'
import { choose, enter } from '../steps/enter.ts'
import { wordsIn } from '../steps/words.ts'
import type { Phone } from '../world.ts'
import type { Act, Scene, Stage } from './stage.ts'

/** The size every scene is opened at: the cheap phone. */
const PHONE = { width: 360, height: 740 }

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
  else await enter(phone, act.as, language)
  const stage: Stage = { phone, page, language, words: wordsIn(language), authority, line }
  for (const scene of act.scenes) {
    await page.setViewportSize(PHONE)
    await scene.open(stage)
    await look(stage, scene)
    await page.setViewportSize(PHONE)
    await scene.after?.(stage)
  }
}
