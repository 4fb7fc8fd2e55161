import { describe, expect, it } from 'vitest'
import { toQuantity } from '#domain/money/quantity.ts'
import { singleTax } from '#features/expenses/single-item.ts'
import { percent } from '../../domain/example-invoice.ts'
import { expenseFields } from '../../support/expense-input.ts'

const { items } = expenseFields()
const of = (change: Partial<(typeof items)[number]>) => items.map((item) => ({ ...item, ...change }))

describe('the tax in the details of an expense with one item (spec §3)', () => {
  it('is its type and whether the amount includes it, which also tells exempt from zero-rated and relieved', () => {
    expect(singleTax(expenseFields())).toEqual({
      taxType: 'standard',
      rate: percent(18),
      amountType: 'INCLUSIVE',
    })
    for (const taxType of ['exempted', 'zero_rated', 'special_relief'] as const) {
      const rated = expenseFields({ amountType: 'EXCLUSIVE', items: of({ taxType, rate: percent(0) }) })
      expect(singleTax(rated)).toEqual({ taxType, rate: percent(0), amountType: 'EXCLUSIVE' })
    }
  })

  it('is not there without tax, before there is an amount, and where the items are listed with theirs', () => {
    expect(singleTax(expenseFields({ amountType: 'NO_TAX' }))).toBeUndefined()
    expect(singleTax(expenseFields({ items: [] }))).toBeUndefined()
    expect(singleTax(expenseFields({ items: [...items, ...items] }))).toBeUndefined()
    expect(singleTax(expenseFields({ items: of({ quantity: toQuantity(2000) }) }))).toBeUndefined()
  })
})
