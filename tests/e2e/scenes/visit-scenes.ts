import { expect, type Page } from '@playwright/test'
import type { AuthorityControl } from '../../support/authority-control.ts'
import type { FaultProxy } from '../../support/fault-proxy.ts'
import type { ServerView } from '../../support/server-view.ts'
import type { Phone } from '../fixtures.ts'
import { logInAs, setLanguage } from '../steps/log-in-as.ts'
import { readRows } from '../steps/phone-store.ts'
import { translatorFor } from '../steps/translate.ts'
import type { Scene, SceneContext, SceneGroup } from './scene-context.ts'

/** The size every scene is opened at: the cheap phone. */
const PHONE = { width: 360, height: 740 }

/** They have no company, so no records arrive. */
const ADMINISTRATORS: ReadonlySet<string> = new Set(['admin', 'orgadmin'])

/** Records that arrive for the first time move the content of the screen: the tour begins after them. */
async function haveRecords(page: Page, username: string): Promise<void> {
  if (ADMINISTRATORS.has(username)) return
  await expect
    .poll(async () => {
      const metas = await readRows(page, 'meta')
      return metas.some(({ key, value }) => key === 'first-pull-done' && value === true)
    })
    .toBe(true)
}

/** Plays an act in English: opens scene after scene and lets `inspect` examine each. */
export async function visitScenes(
  act: SceneGroup,
  on: {
    readonly phone: Phone
    readonly authority: AuthorityControl
    readonly owner: ServerView
    readonly faultProxy: FaultProxy
  },
  inspect: (stage: SceneContext, scene: Scene) => Promise<void>,
): Promise<void> {
  const { phone, authority, owner, faultProxy: line } = on
  const { page } = phone
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  if (act.as === null) await setLanguage(phone, 'en')
  else {
    await logInAs(phone, act.as)
    await haveRecords(page, act.as)
  }
  const context: SceneContext = {
    phone,
    page,
    translate: translatorFor('en'),
    authority,
    owner,
    faultProxy: line,
  }
  for (const scene of act.scenes) {
    await page.setViewportSize(PHONE)
    // A page behind another one hardly draws, and a click waits until what it presses lies still.
    await page.bringToFront()
    await scene.open(context)
    await inspect(context, scene)
    await page.setViewportSize(PHONE)
    await scene.after?.(context)
  }
}
