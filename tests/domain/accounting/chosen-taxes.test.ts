import { expect, test } from 'vitest'
import {
  type ChosenTax,
  earlierTaxes,
  taxesFor,
  withRates,
  wrongEarlier,
} from '#domain/accounting/chosen-taxes.ts'
import type { AccountingMapping, UsedTax } from '#domain/accounting/mapping.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { toCents } from '#domain/money/cents.ts'

const standard = (rate: number): UsedTax => ({ tax: 'standard', rate: toBasisPoints(rate) })
const chosen = (rate: number, id: string): ChosenTax => ({ ...standard(rate), id })
const offered = (id: string, rate: number) => ({ id, name: `VAT ${id}`, rate: toBasisPoints(rate) })
const choices = {
  taxes: [...[1500, 1800, 2000].map((rate) => offered(`T${rate}`, rate)), offered('other', 1800)],
}
const mapping: AccountingMapping = {
  ...{ income: '200', walkIn: 'Walk-in' },
  taxes: { standard: 'T1800', zero_rated: '', special_relief: '', exempted: '', none: '' },
  payments: { cash: '', 'e-money': '', credit_card: '', cheque: '' },
}
const document = (rate: number) => {
  const zero = toCents(0)
  const tax = { ...standard(rate), net: zero, taxAmount: zero }
  const line = { text: '', tax: 'standard' as const, gross: zero, net: zero, taxAmount: zero }
  return { lines: [line], taxes: [tax] }
}

test('each earlier rate is to be chosen once, with the choice that was made as far as the books still offer it', () => {
  const documents = [1500, 1800, 2000, 1500, 1600].map(document)
  const made = [chosen(1500, 'T1500'), chosen(1600, 'gone'), chosen(1700, 'gone'), chosen(1800, 'T1800')]
  expect(earlierTaxes(documents, [standard(1800)], made, choices)).toEqual([
    ...[chosen(1500, 'T1500'), chosen(2000, ''), chosen(1600, '')],
  ])
  expect(earlierTaxes([], [standard(1600)], made, choices)).toEqual([
    ...[chosen(1500, 'T1500'), chosen(1800, 'T1800')],
  ])
})

test('a choice for an earlier rate must have this rate; one that is open is no mistake', () => {
  const earlier = [chosen(1500, 'T1800'), chosen(2000, 'T2000'), chosen(1400, ''), chosen(1300, 'gone')]
  expect(wrongEarlier(choices, earlier)).toEqual(['earlier.standard.1500', 'earlier.standard.1300'])
})

test('what was chosen for an earlier rate stays when the mapping is saved without it, and never replaces that of today', () => {
  const used = [standard(1800)]
  const first = withRates(mapping, choices, null, used, [
    ...[chosen(1500, 'T1500'), chosen(2000, ''), chosen(1800, 'T2000')],
  ])
  const next = withRates(mapping, choices, first, used)
  expect(taxesFor(next, document(1500))).toMatchObject({ taxes: { standard: 'T1500' } })
  expect(taxesFor(next, document(1800))).toMatchObject({ taxes: { standard: 'T1800' } })
  expect(taxesFor(next, document(2000))).toEqual({ missing: 'standard' })
})

test('a kind of tax that is not used any more has the choice for its receipts, not the one that the mapping still has', () => {
  const used = [{ tax: 'none' as const, rate: toBasisPoints(0) }]
  const first = withRates(mapping, choices, null, used, [chosen(1800, 'other')])
  const next = withRates(mapping, choices, first, used)
  expect(taxesFor(next, document(1800))).toMatchObject({ taxes: { standard: 'other' } })
})
