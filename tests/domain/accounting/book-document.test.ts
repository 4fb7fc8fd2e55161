import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bookInvoice, bookPayments } from '#domain/accounting/book-document.ts'
import { missingChoices, proposeMapping, type UsedTax } from '#domain/accounting/mapping.ts'
import { planNotes, planSteps } from '#domain/accounting/plan-steps.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { foreseeQuickBooks, taxChoiceId } from '#server/gateways/quickbooks/documents.ts'
import { foreseeXero } from '#server/gateways/xero/documents.ts'
import { canceled, receiptOf, refunded } from '../../server/accounting/bookkeeping.ts'
import { collectionOf, takenBack } from '../../server/accounting/collecting.ts'

const rate = (percent: number) => toBasisPoints(percent * 100)
const USED: UsedTax[] = [
  { tax: 'standard', rate: rate(18) },
  { tax: 'zero_rated', rate: rate(0) },
  { tax: 'special_relief', rate: rate(0) },
  { tax: 'exempted', rate: rate(0) },
]
const CHOICES = {
  income: [{ id: '200', name: '200 Sales' }],
  accounts: [
    { id: 'a', name: 'Cash till' },
    { id: 'b', name: 'NMB Bank' },
    { id: 'c', name: 'M-Pesa' },
  ],
  taxes: [
    { id: taxChoiceId('5', '9'), name: 'VAT on sales 18%', rate: rate(18) },
    { id: taxChoiceId('6', '10'), name: 'Zero rated', rate: rate(0) },
    { id: taxChoiceId('7', '11'), name: 'Exempt', rate: rate(0) },
    { id: taxChoiceId('8', '12'), name: 'Special relief', rate: rate(0) },
  ],
}

const line = fc.tuple(
  fc.integer({ min: 1, max: 5_000_000 }),
  fc.integer({ min: 1, max: 20_000 }),
  fc.constantFrom('standard' as const, 'zero_rated' as const, 'special_relief' as const, 'exempted' as const),
  fc.integer({ min: 0, max: 9_900 }),
)

test('lines, kinds of tax and the forecast of both services add up to the receipt, to the cent (integrations §2.4)', () => {
  const mapping = proposeMapping(CHOICES, USED)
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 10 }), fc.boolean(), (lines, exclusive) => {
      const receipt = receiptOf('company', lines, { exclusive })
      const document = bookInvoice(receipt)
      const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
      const expected = { total: receipt.totals.totalIncludingTax, tax: receipt.totals.totalVat }
      expect(sum(document.lines.map(({ gross }) => gross))).toBe(expected.total)
      expect(sum(document.lines.map(({ taxAmount }) => taxAmount))).toBe(expected.tax)
      expect(sum(document.taxes.map(({ net }) => net))).toBe(expected.total - expected.tax)
      for (const one of document.lines) expect(one.net + one.taxAmount).toBe(one.gross)
      expect(foreseeXero({ document, mapping }, CHOICES)).toEqual(expected)
      expect(foreseeQuickBooks({ document, mapping }, CHOICES)).toEqual(expected)
      expect(sum(bookPayments(receipt).map(({ amount }) => amount))).toBe(expected.total)
    }),
    { numRuns: 1000 },
  )
})

describe('the mapping', () => {
  test('is proposed by name, and only with an equal rate', () => {
    const mapping = proposeMapping(CHOICES, USED)
    expect(mapping).toMatchObject({
      income: '200',
      taxes: { standard: '5:9', zero_rated: '6:10', exempted: '7:11', special_relief: '8:12', none: '' },
      payments: { cash: 'a', 'e-money': 'c', credit_card: 'b', cheque: 'b' },
    })
    expect(missingChoices(mapping, CHOICES, USED)).toEqual([])
    const other = CHOICES.taxes.map((tax) => (tax.id === '5:9' ? { ...tax, rate: rate(16) } : tax))
    expect(missingChoices(mapping, { ...CHOICES, taxes: other }, USED)).toEqual(['taxes.standard'])
  })
})

describe('the steps of a receipt', () => {
  const receipt = receiptOf('company', [[10_000, 1000, 'standard']])
  test('are the invoice, its payments, and each refund in the way of the service', () => {
    const note = refunded(receipt, 500, 1)
    const id = note.creditNotes?.[0]?.id
    const sale = ['invoice', 'payment:cash', 'payment:e-money']
    expect(planSteps('xero', note, new Set())).toEqual([...sale, `credit:${id}`, `refund:${id}`])
    expect(planSteps('quickbooks', note, new Set())).toEqual([...sale, `credit:${id}`])
  })
  test('of a cancellation take back only what was begun', () => {
    const gone = canceled(receipt)
    if (gone.receipt === null) throw new Error('no receipt')
    expect(planSteps('xero', gone, new Set())).toEqual([])
    expect(planSteps('xero', gone, new Set(['invoice', 'payment:cash']))).toEqual([
      ...['invoice', 'payment:cash', 'unpay:cash', 'void'],
    ])
  })
  test('take a mistaken collection back before the right one, and forget one that never left (design D21)', () => {
    const [first, second] = [collectionOf(receipt, 4_000), collectionOf(receipt, 4_000)]
    const sale = ['invoice', 'payment:cash', 'payment:e-money']
    const plan = (begun: readonly string[], ...collections: ReturnType<typeof collectionOf>[]) =>
      planSteps('xero', receipt, new Set(begun), { collections })
    expect(plan([], second, first)).toEqual([...sale, `collect:${first.id}`, `collect:${second.id}`])
    expect(plan([], takenBack(first), second)).toEqual([...sale, `collect:${second.id}`])
    expect(plan([`collect:${first.id}`], takenBack(first), second)).toEqual([
      ...[...sale, `collect:${first.id}`, `uncollect:${first.id}`, `collect:${second.id}`],
    ])
    const gone = canceled(receipt)
    if (gone.receipt === null) throw new Error('no receipt')
    const begun = new Set(['invoice', `collect:${first.id}`])
    expect(planSteps('quickbooks', gone, begun, { collections: [first, second] })).toEqual([
      ...['invoice', `collect:${first.id}`, `uncollect:${first.id}`, 'void'],
    ])
  })
  test('of an invoice of the books are notes, also about what was collected', () => {
    const collection = collectionOf(receipt, 4_000)
    const notes = (begun: readonly string[], one: typeof collection) =>
      planNotes(receipt, new Set(begun), { attaches: false, collections: [one] })
    const collected = `note:collect:${collection.id}`
    expect(notes([], collection)).toEqual(['note:issued', collected])
    expect(notes([], takenBack(collection))).toEqual(['note:issued'])
    expect(notes([collected], takenBack(collection))).toEqual([
      ...['note:issued', collected, `note:uncollect:${collection.id}`],
    ])
  })
})
