import { expect, type Locator } from '@playwright/test'
import { leaveWork, type Work, type Wrong } from '../steps/left-work.ts'
import type { MendedCode } from '../steps/refusal-sentences.ts'
import {
  cardOf,
  expectNothingLeft,
  giveUp,
  openSyncPage,
  type Stage,
  sendUntilRefused,
  sentenceOf,
  shared,
  type Tab,
  touchMending,
} from './stage.ts'

/** What is wrong in one field, and what is typed there; nothing where saving again is enough. */
export type WrongField = { readonly code: MendedCode; readonly field: string; readonly good?: string }

/**
 * Work that the server refuses, and its reasons in the order in which the server gives them: the card says the first,
 * the form each at its field. A code alone is one that nothing mends: the work is given up.
 */
export type FormRefusal = { readonly wrong: Wrong; readonly says: MendedCode | readonly WrongField[] }

export type Fields = Record<string, unknown>

/** Wrong fields, on the record of the phone as in its operation. */
export function wrongFields(change: Fields): Wrong {
  const body = (said: Fields) => ({ ...said, fields: { ...(said['fields'] as Fields), ...change } })
  return { record: change, body }
}

/** An edit of a record that the server never had. */
export const EDIT_OF_NOTHING: Wrong = { body: (said) => ({ ...said, baseRev: 1, base: said['fields'] }) }

async function fillIn(field: Locator, good: string): Promise<void> {
  const isChoice = await field.evaluate((element) => element instanceof HTMLSelectElement)
  await (isChoice ? field.selectOption(good) : field.fill(good))
}

/** Opens refused work with the wrong fields marked and one of them under the finger, writes them right and saves. */
async function mendAtFields(tab: Tab, says: readonly WrongField[]): Promise<void> {
  const { page, words } = tab
  const [first] = says
  if (!first) throw new Error('nothing is wrong')
  await touchMending(tab, cardOf(tab, first.code), first.code)
  for (const { code, field: name, good } of says) {
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
    if (code === first.code) await (says.length > 1 ? focused : focused.and(field)).waitFor()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(new RegExp(escaped(sentenceOf(code, tab))))
    if (good !== undefined) await fillIn(field, good)
  }
  await page.getByRole('button', { name: words('Save'), exact: true }).click()
  await page.waitForURL(/\/(customers|products|expenses)$/, { waitUntil: 'commit' })
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Leaves work that the server refuses, each for its reason, and mends every piece of it through the screen. */
export async function mendForms(stage: Stage, model: Work, refusals: readonly FormRefusal[]): Promise<void> {
  await leaveWork(
    stage.english.page,
    model,
    refusals.map(({ wrong }) => wrong),
  )
  await sendUntilRefused(stage, refusals.length)
  for (const [tab, part] of shared(stage, refusals)) {
    for (const refusal of part) {
      await openSyncPage(stage, tab)
      const { says } = refusal
      if (typeof says === 'string') {
        await giveUp(tab, cardOf(tab, says))
        stage.mended.add(says)
      } else {
        await mendAtFields(tab, says)
        for (const { code } of says) stage.mended.add(code)
      }
    }
  }
  await expectNothingLeft(stage)
}

/** A text longer than any field takes. */
export const TOO_LONG = (length: number) => 'M'.repeat(length)
