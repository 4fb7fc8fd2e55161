import { expect, it } from 'vitest'
import { toCents, ZERO_CENTS } from '#domain/money/cents.ts'
import { ZERO_FIGURES } from '#domain/reports/aggregate.ts'
import { vatWorksheet } from '#domain/reports/vat-worksheet.ts'
import { vatTables } from '#features/sales/vat-tables.ts'

const inEnglish = ({ message }: { readonly message?: string }) => message ?? ''
const expenses = { provenVat: toCents(5_000), unprovenVat: ZERO_CENTS }

it('has the VAT of a month with purchases only, without an empty table of sales (tanzania-facts §11.27)', () => {
  const tables = vatTables(vatWorksheet({ total: ZERO_FIGURES }, expenses), String, inEnglish)
  expect(tables.map(({ title }) => title)).toEqual(['VAT of the month'])
  const [, claimed, payable] = tables[0]?.rows ?? []
  expect(claimed?.[1]).toEqual({ kind: 'amount', amount: 5_000 })
  expect(payable?.[1]).toEqual({ kind: 'amount', amount: -5_000 })
})

it('has the sales of each tax type before it', () => {
  const total = { ...ZERO_FIGURES, perLetter: { A: { net: toCents(100), tax: toCents(18) } } }
  const [sales] = vatTables(vatWorksheet({ total }, expenses), (letter) => `rate ${letter}`, inEnglish)
  expect(sales?.rows).toEqual([
    [
      { kind: 'text', text: 'A rate A' },
      { kind: 'amount', amount: 100 },
      { kind: 'amount', amount: 18 },
    ],
  ])
})
