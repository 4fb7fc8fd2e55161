import type { FiscalDay } from '../calendar/east-africa.ts'
import type { FieldRefusal } from '../refusal.ts'
import { checked, type Result, refuse } from '../result.ts'
import { oneLine } from '../text/one-line.ts'

/** Everybody reads a published tip; a draft is seen by those who write. */
export const TAX_TIP_STATUSES = ['draft', 'published'] as const
export type TaxTipStatus = (typeof TAX_TIP_STATUSES)[number]

/** What a person writes: the day it is dated, and the same tip in both languages. */
export type TaxTipFields = {
  readonly day: FiscalDay
  readonly titleEn: string
  readonly textEn: string
  readonly titleSw: string
  readonly textSw: string
}

export const TAX_TIP_REFUSALS = [
  'TAX_TIP_TITLE_REQUIRED',
  'TAX_TIP_TITLE_TOO_LONG',
  'TAX_TIP_TEXT_REQUIRED',
  'TAX_TIP_DAY_INVALID',
] as const
export type TaxTipRefusal = (typeof TAX_TIP_REFUSALS)[number]

/** A tip as it is being written; the day is missing while what was typed is none. */
export type TaxTipForm = Omit<TaxTipFields, 'day'> & { readonly day: FiscalDay | undefined }

/** Longest title, in characters. */
export const MAX_TIP_TITLE = 100
/** Longest text, in characters. */
export const MAX_TIP_TEXT = 4000

/** Validates a tax tip: both languages are required (spec §1, tax tips), in stored form or every refusal at its field. */
export function checkTaxTip(form: TaxTipForm): Result<TaxTipFields, TaxTipRefusal> {
  const tip = {
    day: form.day,
    titleEn: oneLine(form.titleEn),
    textEn: form.textEn.trim(),
    titleSw: oneLine(form.titleSw),
    textSw: form.textSw.trim(),
  }
  const found: FieldRefusal<TaxTipRefusal>[] = []
  for (const path of ['titleEn', 'titleSw'] as const) {
    if (tip[path] === '') found.push({ path, code: 'TAX_TIP_TITLE_REQUIRED' })
    if (Array.from(tip[path]).length > MAX_TIP_TITLE) found.push({ path, code: 'TAX_TIP_TITLE_TOO_LONG' })
  }
  for (const path of ['textEn', 'textSw'] as const) {
    if (tip[path] === '') found.push({ path, code: 'TAX_TIP_TEXT_REQUIRED' })
  }
  if (tip.day === undefined) return refuse([{ path: 'day', code: 'TAX_TIP_DAY_INVALID' }, ...found])
  return checked({ ...tip, day: tip.day }, found)
}

/** The paragraphs of a text: an empty line begins the next one. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
}
