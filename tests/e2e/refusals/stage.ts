import { expect, type Locator, type Page } from '@playwright/test'
import { REPAIRS, type RepairKind } from '#contract/repairs.ts'
import type { Language } from '#i18n/language.ts'
import type { FaultProxy } from '../../support/fault-proxy.ts'
import { follow } from '../steps/follow.ts'
import { TOUCH } from '../steps/mending-touches.ts'
import { type MendedCode, SENTENCES } from '../steps/refusal-sentences.ts'
import { type Words, wordsIn } from '../steps/words.ts'
import type { Phone } from '../world.ts'

type Kind = Exclude<RepairKind, 'at-the-form'>

/*
 * Waits by `waitFor` and `waitForURL`, which are told at once: `expect` looks again only after a pause, and there are a
 * hundred of each.
 */

/** One tab of a phone, in one language. */
export type Tab = { readonly page: Page; readonly language: Language; readonly words: Words }

/** One phone with an English and a Swahili tab of the same account, and which refusals were told and mended on it. */
export type Stage = {
  readonly phone: Phone
  readonly line: FaultProxy
  readonly english: Tab
  readonly swahili: Tab
  readonly mended: Set<string>
  /** The tab that is worked in. */
  readonly front: { tab: Tab }
}

export function tabOf(page: Page, language: Language): Tab {
  return { page, language, words: wordsIn(language) }
}

export function repairKindOf(code: MendedCode): Kind {
  const kind = REPAIRS[code]
  return kind
}

export function sentenceOf(code: MendedCode, { language }: Tab): string {
  return SENTENCES[code][language === 'en' ? 0 : 1]
}

export function touchName(kind: Kind, { language }: Tab): string {
  return TOUCH[kind][language === 'en' ? 0 : 1]
}

/** The card of the work that was refused for a reason. */
export function cardOf(tab: Tab, code: MendedCode): Locator {
  const says = tab.page.getByText(sentenceOf(code, tab), { exact: true })
  return tab.page.locator('main').getByRole('article').filter({ has: says }).first()
}

/** What was refused says why; the one touch that mends it is pressed. */
export async function touchMending(tab: Tab, place: Locator, code: MendedCode): Promise<void> {
  await place.getByText(sentenceOf(code, tab), { exact: true }).first().waitFor()
  const kind = repairKindOf(code)
  const touch = place.getByText(touchName(kind, tab), { exact: true }).first()
  // The newest app comes in as a new page.
  if (kind === 'update-app') await Promise.all([tab.page.waitForEvent('load'), touch.click()])
  else await touch.click()
}

/** Shows a tab with the sync centre. The other one waits where nothing is drawn anew at each change of the queue. */
export async function openSyncPage(stage: Stage, tab: Tab): Promise<void> {
  if (stage.front.tab !== tab) {
    await follow(stage.front.tab.page, '/settings')
    await tab.page.bringToFront()
    stage.front.tab = tab
  }
  await follow(tab.page, '/sync')
  await tab.page
    .locator('main')
    .getByRole('button', { name: touchName('send-now', tab) })
    .waitFor()
}

/** Puts the line back and has everything sent, until so much of it needs attention. */
export async function sendUntilRefused(stage: Stage, count: number): Promise<void> {
  const { phone, english } = stage
  await phone.context.setOffline(false)
  await openSyncPage(stage, english)
  const attention = english.page.locator('main').getByRole('region', { name: 'Need attention' })
  await english.page.locator('main').getByRole('button', { name: 'Send now' }).click()
  await expect(attention.getByRole('article')).toHaveCount(count, { timeout: 30_000 })
}

export async function expectNothingLeft(stage: Stage): Promise<void> {
  const { english } = stage
  await openSyncPage(stage, english)
  await expect(english.page.getByText('Everything is sent')).toBeVisible({ timeout: 30_000 })
}

/** Gives refused work up, as its card offers. */
export async function giveUp(tab: Tab, card: Locator): Promise<void> {
  const { page } = tab
  const name = touchName('discard', tab)
  await card.getByRole('button', { name, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  await card.waitFor({ state: 'hidden' })
}

/** The first half of a list is told and mended in English, the rest in Swahili. */
export function shared<T>(stage: Stage, all: readonly T[]): readonly (readonly [Tab, readonly T[]])[] {
  const half = Math.ceil(all.length / 2)
  return [
    [stage.english, all.slice(0, half)],
    [stage.swahili, all.slice(half)],
  ]
}
