import { describe, expect, it } from 'vitest'
import {
  type Category,
  defaultCategoryId,
  defaultCodeOf,
  withDefaultCategories,
} from '#domain/categories/category.ts'
import { type CategoryForm, checkCategory } from '#domain/categories/check-category.ts'
import { EXPENSE_CATEGORIES } from '#domain/expenses/expense.ts'

const companyId = '0193f0aa-1111-7abc-8def-0123456789ab'
const form: CategoryForm = { name: ' Guards ', code: ' guard-1 ', description: '' }

describe('checkCategory', () => {
  it('gives the fields in stored form, the code in capitals', () => {
    expect(checkCategory(form, undefined)).toEqual({
      ok: true,
      value: { name: 'Guards', code: 'GUARD-1', description: '' },
    })
  })

  it.each<[Partial<CategoryForm>, string, string]>([
    [{ name: '' }, 'name', 'CATEGORY_NAME_REQUIRED'],
    [{ name: 'x'.repeat(61) }, 'name', 'CATEGORY_NAME_TOO_LONG'],
    [{ code: 'A' }, 'code', 'CATEGORY_CODE_INVALID'],
    [{ code: 'A B' }, 'code', 'CATEGORY_CODE_INVALID'],
    [{ code: 'rent' }, 'code', 'CATEGORY_CODE_REGISTERED'],
    [{ description: 'x'.repeat(256) }, 'description', 'CATEGORY_DESCRIPTION_TOO_LONG'],
  ])('refuses %j at %s with %s (spec §3, §8)', (change, path, code) => {
    expect(checkCategory({ ...form, ...change }, undefined)).toEqual({
      ok: false,
      refusals: [{ path, code }],
    })
  })

  it('keeps the code of a default category and lets it have its usual name', () => {
    expect(checkCategory({ name: '', code: 'OTHER-CODE', description: '' }, 'RENT')).toEqual({
      ok: true,
      value: { name: '', code: 'RENT', description: '' },
    })
  })
})

describe('the default categories of a company', () => {
  it('have ids that every phone makes alike, and that are UUIDs', () => {
    const ids = EXPENSE_CATEGORIES.map((code) => defaultCategoryId(companyId, code))
    expect(new Set(ids).size).toBe(EXPENSE_CATEGORIES.length)
    for (const [at, id] of ids.entries()) {
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/)
      expect(defaultCodeOf(companyId, id)).toBe(EXPENSE_CATEGORIES[at])
    }
    expect(defaultCodeOf(companyId, companyId)).toBeUndefined()
  })

  it('are there without a record, and as changed where there is one; own ones follow', () => {
    const changed: Category = {
      id: defaultCategoryId(companyId, 'RENT'),
      companyId,
      rev: 2,
      name: 'Kodi',
      code: 'RENT',
      description: '',
      active: false,
    }
    const own = { ...changed, id: companyId, name: 'Guards', code: 'GUARD', active: true }
    const all = withDefaultCategories(companyId, [own, changed])
    expect(all).toHaveLength(EXPENSE_CATEGORIES.length + 1)
    expect(all[1]).toEqual(changed)
    expect(all[0]).toMatchObject({ code: 'STOCK', rev: 0, active: true })
    expect(all.at(-1)).toEqual(own)
  })
})
