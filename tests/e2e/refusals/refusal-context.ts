import { expect, type Locator, type Page } from '@playwright/test'
import { RESOLUTIONS, type ResolutionKind } from '#contract/resolutions.ts'
import type { Language } from '#i18n/language.ts'
import type { FaultProxy } from '../../support/fault-proxy.ts'
import type { Phone } from '../fixtures.ts'
import { navigate } from '../steps/navigate.ts'
import { type ResolvableCode, SENTENCES } from '../steps/refusal-sentences.ts'
import { RESOLUTION_LABELS } from '../steps/resolution-labels.ts'
import { type Translate, translatorFor } from '../steps/translate.ts'

type Kind = Exclude<ResolutionKind, 'at-the-form'>

/*
 * Waits by `waitFor` and `waitForURL`, which resolve at once: `expect` checks again only after a pause, and
 * there are a hundred of each.
 */

/** One tab of a phone, in one language. */
export type Tab = { readonly page: Page; readonly language: Language; readonly translate: Translate }

/**
 * One phone with an English and a Swahili tab of the same account, and which refusals were shown and resolved
 * on it.
 */
export type RefusalContext = {
  readonly phone: Phone
  readonly faultProxy: FaultProxy
  readonly english: Tab
  readonly swahili: Tab
  readonly resolved: Set<string>
  /** The tab that is worked in. */
  readonly front: { tab: Tab }
}

export function tabOf(page: Page, language: Language): Tab {
  return { page, language, translate: translatorFor(language) }
}

export function repairKindOf(code: ResolvableCode): Kind {
  const kind = RESOLUTIONS[code]
  return kind
}

export function sentenceOf(code: ResolvableCode, { language }: Tab): string {
  return SENTENCES[code][language === 'en' ? 0 : 1]
}

export function resolutionLabel(kind: Kind, { language }: Tab): string {
  return RESOLUTION_LABELS[kind][language === 'en' ? 0 : 1]
}

/** The card of the work that was refused for a reason. */
export function findCard(tab: Tab, code: ResolvableCode): Locator {
  const sentence = tab.page.getByText(sentenceOf(code, tab), { exact: true })
  return tab.page.locator('main').getByRole('article').filter({ has: sentence }).first()
}

/** Checks the sentence of a refusal and presses the button that resolves it. */
export async function clickResolution(tab: Tab, container: Locator, code: ResolvableCode): Promise<void> {
  await container.getByText(sentenceOf(code, tab), { exact: true }).first().waitFor()
  const kind = repairKindOf(code)
  const button = container.getByText(resolutionLabel(kind, tab), { exact: true }).first()
  // The newest app comes in as a new page.
  if (kind === 'update-app') await Promise.all([tab.page.waitForEvent('load'), button.click()])
  else await button.click()
}

/**
 * Shows a tab with the sync centre. The other tab waits on a page that is not redrawn at each change of the
 * queue.
 */
export async function openSyncPage(context: RefusalContext, tab: Tab): Promise<void> {
  if (context.front.tab !== tab) {
    await navigate(context.front.tab.page, '/settings')
    await tab.page.bringToFront()
    context.front.tab = tab
  }
  await navigate(tab.page, '/sync')
  await tab.page
    .locator('main')
    .getByRole('button', { name: resolutionLabel('send-now', tab) })
    .waitFor()
}

/** Restores the connection and syncs until this many entries need attention. */
export async function sendUntilRefused(context: RefusalContext, count: number): Promise<void> {
  const { phone, english } = context
  await phone.context.setOffline(false)
  await openSyncPage(context, english)
  const attention = english.page.locator('main').getByRole('region', { name: 'Need attention' })
  await english.page.locator('main').getByRole('button', { name: 'Send now' }).click()
  await expect(attention.getByRole('article')).toHaveCount(count, { timeout: 120_000 })
}

export async function expectNothingLeft(context: RefusalContext): Promise<void> {
  const { english } = context
  await openSyncPage(context, english)
  await expect(english.page.getByText('Everything is sent')).toBeVisible({ timeout: 120_000 })
}

/** Gives refused work up, as its card offers. */
export async function discard(tab: Tab, card: Locator): Promise<void> {
  const { page } = tab
  const name = resolutionLabel('discard', tab)
  await card.getByRole('button', { name, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  await card.waitFor({ state: 'hidden' })
}

/** The first half of a list is shown and resolved in English, the rest in Swahili. */
export function splitByLanguage<T>(
  context: RefusalContext,
  all: readonly T[],
): readonly (readonly [Tab, readonly T[]])[] {
  const half = Math.ceil(all.length / 2)
  return [
    [context.english, all.slice(0, half)],
    [context.swahili, all.slice(half)],
  ]
}
