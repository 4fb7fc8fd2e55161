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

/** A refusal, the work that meets it, and the field in which it is mended; without a field it is given up. */
export type FormRefusal = {
  readonly code: MendedCode
  readonly wrong: Wrong
  readonly field?: string
  /** What is typed there; nothing where saving again is enough. */
  readonly good?: string
}

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

/** Opens refused work at the very field that is wrong, writes it right and saves. */
async function mendAtField(tab: Tab, { code, field: name, good }: FormRefusal): Promise<void> {
  const { page, words } = tab
  await touchMending(tab, cardOf(tab, code), code)
  if (name === undefined) throw new Error(`${code} has no field`)
  if (name === '') {
    // At no field: the form says it at its foot, and saving again puts it right.
    await expect(page.getByRole('alert').filter({ hasText: sentenceOf(code, tab) })).toBeVisible()
  } else {
    const field = page.getByLabel(new RegExp(`^${escaped(words(name))}( \\*)?$`))
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(new RegExp(escaped(sentenceOf(code, tab))))
    if (good !== undefined) await fillIn(field, good)
  }
  await page.getByRole('button', { name: words('Save'), exact: true }).click()
  await expect(page).toHaveURL(/\/(customers|products|expenses)$/)
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
      await openSyncPage(tab)
      if (refusal.field === undefined) await giveUp(tab, cardOf(tab, refusal.code))
      else await mendAtField(tab, refusal)
      stage.mended.add(refusal.code)
    }
  }
  await expectNothingLeft(stage)
}

/** A text longer than any field takes. */
export const TOO_LONG = (length: number) => 'M'.repeat(length)
