import { describe, expect, it } from 'vitest'
import { CATEGORY_PHRASES } from '#domain/expenses/category-phrases.ts'
import { EXPENSE_CATEGORIES, NO_VENDOR } from '#domain/expenses/expense.ts'
import {
  type LearnedExpense,
  learnCategories,
  suggestCategories,
  writtenDescriptions,
} from '#domain/expenses/suggest-category.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { PURCHASES } from './purchases-to-categorize.ts'

const ALL: ReadonlySet<string> = new Set(EXPENSE_CATEGORIES)
const FROM_THE_LIST = learnCategories([])

function suggest(description: string, model = FROM_THE_LIST, allowed = ALL) {
  return suggestCategories(
    model,
    { descriptions: [description], vendorName: '', vendorTaxNumber: '' },
    allowed,
  )
}

function confirmed(description: string, category: 'OTHER' | 'STOCK', more = {}): LearnedExpense {
  const item = {
    quantity: toQuantity(1000),
    unitAmount: toCents(100),
    taxType: 'standard',
    rate: toBasisPoints(0),
  }
  const items = [{ description, ...item, taxType: 'standard' as const }]
  return { category, items, vendor: NO_VENDOR, status: 'pending', ...more }
}

describe('suggested categories (spec §1, §5)', () => {
  it('are right for at least 80 % of the purchases that are not in the list', () => {
    const listed = new Set(
      Object.values(CATEGORY_PHRASES).flatMap((phrases) =>
        phrases.split(',').map((phrase) => phrase.replace(/\s+/g, ' ').trim()),
      ),
    )
    const outside = PURCHASES.flatMap(([category, texts]) =>
      texts.filter((text) => !listed.has(text.toLowerCase())).map((text) => ({ category, text })),
    )
    const shown = outside.flatMap(({ category, text }) => {
      const [first] = suggest(text)
      return first === undefined ? [] : [{ category, text, first }]
    })
    const wrong = shown.filter(({ category, first }) => first.category !== category)
    expect(outside.length).toBeGreaterThanOrEqual(120)
    expect(shown.length / outside.length).toBeGreaterThanOrEqual(0.9)
    expect(1 - wrong.length / shown.length).toBeGreaterThanOrEqual(0.8)
    // Alone on the screen only when it is nearly always right.
    const sure = shown.filter(({ text }) => suggest(text).length === 1)
    expect(
      sure.filter(({ category, first }) => category !== first.category).length / sure.length,
    ).toBeLessThan(0.05)
    expect(sure.length / outside.length).toBeGreaterThan(0.6)
  })

  it('are three where none is sure, and none where no word is known', () => {
    expect(suggest('Kwa ajili ya duka')).toHaveLength(3)
    expect(suggest('Zyxwv')).toEqual([])
    expect(suggest('12,000')).toEqual([])
  })

  it('follow what the company confirmed, also towards a category of its own', () => {
    expect(suggest('Nguo za mitumba')[0]?.category).toBe('STOCK')
    const categoryId = '0192f7a0-0000-7000-8000-00000000c001'
    const model = learnCategories([confirmed('Nguo za mitumba', 'OTHER', { categoryId })])
    const allowed = new Set([...ALL, categoryId])
    expect(suggest('Nguo za mitumba', model, allowed)[0]).toMatchObject({ category: categoryId })
    // One that was switched off is not offered.
    expect(suggest('Nguo za mitumba', model).map(({ category }) => category)).not.toContain(categoryId)
  })

  it('do not follow a category that no person chose, nor a canceled expense', () => {
    const learn = (more: Partial<LearnedExpense>) =>
      suggest('Nguo za mitumba', learnCategories([confirmed('Nguo za mitumba', 'OTHER', more)]))[0]?.category
    expect(learn({ automatic: ['figures', 'vendor'] })).toBe('OTHER')
    expect(learn({ automatic: ['figures', 'category'] })).toBe('STOCK')
    expect(learn({ status: 'canceled' })).toBe('STOCK')
  })

  it('follow the vendor whose expenses were confirmed', () => {
    const vendor = { ...NO_VENDOR, name: 'Kwa Mzee Juma', taxNumber: '999000001' }
    const model = learnCategories([confirmed('OTHER', 'STOCK', { vendor })])
    const purchase = { descriptions: ['Zyxwv'], vendorName: 'MZEE JUMA', vendorTaxNumber: '999000001' }
    expect(suggestCategories(model, purchase, ALL)[0]?.category).toBe('STOCK')
  })

  it('follow the tax number of a vendor, but not the one that all vendors from abroad share (tanzania-facts §1)', () => {
    const first = (taxNumber: string, vendorTaxNumber = taxNumber) => {
      const vendor = { ...NO_VENDOR, name: 'Mfano GmbH', taxNumber }
      const model = learnCategories([confirmed('OTHER', 'STOCK', { vendor })])
      const purchase = { descriptions: ['Zyxwv'], vendorName: 'Qqwwx', vendorTaxNumber }
      return suggestCategories(model, purchase, ALL)[0]?.category
    }
    expect(first('999000001', '999-000-001')).toBe('STOCK')
    expect(first('999999999')).toBeUndefined()
    expect(first('999999999', '999-999-999')).toBeUndefined()
  })

  it('take the code of a category for no description', () => {
    expect(
      writtenDescriptions([{ description: 'RENT' }, { description: ' ' }, { description: ' Kodi ' }]),
    ).toEqual(['Kodi'])
  })
})
