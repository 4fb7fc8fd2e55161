import { expect, type Locator } from '@playwright/test'
import { insertBrokenWork, type QueuedWork, type Wrong } from '../steps/insert-broken-work.ts'
import type { ResolvableCode } from '../steps/refusal-sentences.ts'
import {
  clickResolution,
  discard,
  expectNothingLeft,
  findCard,
  openSyncPage,
  type RefusalContext,
  sendUntilRefused,
  sentenceOf,
  splitByLanguage,
  type Tab,
} from './refusal-context.ts'

/** What is wrong in one field, and what is typed there; nothing where saving again is enough. */
export type WrongField = { readonly code: ResolvableCode; readonly field: string; readonly good?: string }

/**
 * Work that the server refuses, and its reasons in the order in which the server gives them: the card shows
 * the first, the form shows each at its field. A code alone cannot be corrected: the work is discarded.
 */
export type FormRefusal = { readonly wrong: Wrong; readonly expected: ResolvableCode | readonly WrongField[] }

export type Fields = Record<string, unknown>

/** Wrong fields, on the record of the phone as in its operation. */
export function wrongFields(change: Fields): Wrong {
  const body = (payload: Fields) => ({ ...payload, fields: { ...(payload['fields'] as Fields), ...change } })
  return { record: change, body }
}

/** An edit of a record that the server never had. */
export const EDIT_OF_NOTHING: Wrong = {
  body: (payload) => ({ ...payload, baseRev: 1, base: payload['fields'] }),
}

async function fillIn(field: Locator, good: string): Promise<void> {
  const isChoice = await field.evaluate((element) => element instanceof HTMLSelectElement)
  await (isChoice ? field.selectOption(good) : field.fill(good))
}

/** Opens refused work with the wrong fields marked and one of them under the finger, writes them right and saves. */
async function resolveAtFields(tab: Tab, expected: readonly WrongField[]): Promise<void> {
  const { page, translate: words } = tab
  const [first] = expected
  if (!first) throw new Error('nothing is wrong')
  await clickResolution(tab, findCard(tab, first.code), first.code)
  for (const { code, field: name, good } of expected) {
    if (name === '') {
      // At no field: the form says it at its foot, and saving again puts it right.
      await page
        .getByRole('alert')
        .filter({ hasText: sentenceOf(code, tab) })
        .waitFor()
      continue
    }
    const field = page.getByLabel(new RegExp(`^${escaped(words(name))}( \\*)?$`))
    const focused = page.locator('[aria-invalid="true"]:focus')
    if (code === first.code) await (expected.length > 1 ? focused : focused.and(field)).waitFor()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(new RegExp(escaped(sentenceOf(code, tab))))
    if (good !== undefined) await fillIn(field, good)
  }
  await page.getByRole('button', { name: words('Save'), exact: true }).click()
  await page.waitForURL(/\/(customers|products|vendors|expense-categories|expenses)$/, {
    waitUntil: 'commit',
  })
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/**
 * Queues work that the server refuses, each entry for its own reason, and resolves every entry through the
 * screen.
 */
export async function resolveForms(
  context: RefusalContext,
  model: QueuedWork,
  refusals: readonly FormRefusal[],
): Promise<void> {
  await insertBrokenWork(
    context.english.page,
    model,
    refusals.map(({ wrong }) => wrong),
  )
  await sendUntilRefused(context, refusals.length)
  for (const [tab, part] of splitByLanguage(context, refusals)) {
    for (const refusal of part) {
      await openSyncPage(context, tab)
      const { expected: says } = refusal
      if (typeof says === 'string') {
        await discard(tab, findCard(tab, says))
        context.resolved.add(says)
      } else {
        await resolveAtFields(tab, says)
        for (const { code } of says) context.resolved.add(code)
      }
    }
  }
  await expectNothingLeft(context)
}

/** A text longer than any field takes. */
export const TOO_LONG = (length: number) => 'M'.repeat(length)
