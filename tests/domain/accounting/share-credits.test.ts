import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookCredit } from '#domain/accounting/book-document.ts'
import { planSteps } from '#domain/accounting/plan-steps.ts'
import { shareCredits, shareNextCredit } from '#domain/accounting/share-credits.ts'
import { splitDocument } from '#domain/accounting/split-document.ts'
import { stillOwed } from '#domain/collections/owed.ts'
import type { NumberedInvoice } from '#domain/invoices/invoice.ts'
import { toCents } from '#domain/money/cents.ts'
import { receiptOf, refunded } from '../../server/accounting/bookkeeping.ts'
import { collectionOf, takenBack } from '../../server/accounting/collecting.ts'

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
const onCredit = () => receiptOf('company', [[10_000, 4000, 'standard']], { unpaid: true })
const sharesOf = (invoice: NumberedInvoice, ...collections: ReturnType<typeof collectionOf>[]) =>
  [...shareCredits(invoice, collections).values()].map(({ applied, paidBack }) => [applied, paidBack])

test('goods that were not paid lower what is owed, paid ones are money back', () => {
  const paid = receiptOf('company', [[10_000, 4000, 'standard']])
  expect(sharesOf(refunded(paid, 1000, 1))).toEqual([[0, 10_000]])
  const sale = refunded(onCredit(), 1000, 1)
  expect(sharesOf(sale)).toEqual([[10_000, 0]])
  expect(sharesOf(sale, collectionOf(sale, 36_000))).toEqual([[4_000, 6_000]])
  expect(sharesOf(sale, takenBack(collectionOf(sale, 36_000)))).toEqual([[10_000, 0]])
  expect(sharesOf(refunded(sale, 2000, 2), collectionOf(sale, 15_000))).toEqual([
    [10_000, 0],
    [15_000, 5_000],
  ])
})

test('the next refund is shared behind those that were given', () => {
  const sale = refunded(onCredit(), 1000, 1)
  const next = (...collections: ReturnType<typeof collectionOf>[]) =>
    shareNextCredit(sale, collections, toCents(20_000))
  expect(next()).toEqual({ applied: 20_000, paidBack: 0 })
  expect(next(collectionOf(sale, 25_000))).toEqual({ applied: 5_000, paidBack: 15_000 })
  expect(next(collectionOf(sale, 30_000))).toEqual({ applied: 0, paidBack: 20_000 })
})

test('what is in the books stays, whatever is collected since', () => {
  const sale = refunded(onCredit(), 1000, 1)
  const id = sale.creditNotes?.[0]?.id ?? ''
  const booked = new Map([[id, toCents(10_000)]])
  const late = [collectionOf(sale, 36_000)]
  expect(shareCredits(sale, late, booked).get(id)).toEqual({ applied: 10_000, paidBack: 0 })
  expect(planSteps('xero', sale, new Set(), { collections: late, booked }).slice(1, 3)).toEqual([
    ...[`credit:${id}`, `apply:${id}`],
  ])
})

test('the steps of a refund are those of its shares', () => {
  const sale = refunded(onCredit(), 1000, 1)
  const id = sale.creditNotes?.[0]?.id
  const part = collectionOf(sale, 36_000)
  const collect = `collect:${part.id}`
  expect(planSteps('xero', sale, new Set())).toEqual(['invoice', `credit:${id}`, `apply:${id}`])
  expect(planSteps('quickbooks', sale, new Set())).toEqual(['invoice', `memo:${id}`, `apply:${id}`])
  expect(planSteps('xero', sale, new Set(), { collections: [part] })).toEqual([
    ...['invoice', `credit:${id}`, `apply:${id}`, `refund:${id}`, collect],
  ])
  expect(planSteps('quickbooks', sale, new Set(), { collections: [part] })).toEqual([
    ...['invoice', `memo:${id}`, `apply:${id}`, `credit:${id}`, collect],
  ])
  const mistake = takenBack(part)
  expect(planSteps('xero', sale, new Set([collect]), { collections: [mistake] })).toEqual([
    ...['invoice', collect, `uncollect:${part.id}`, `credit:${id}`, `apply:${id}`],
  ])
})

test('what is applied too much is taken back before the payment that needs the room', () => {
  const sale = refunded(onCredit(), 4000, 1)
  const id = sale.creditNotes?.[0]?.id ?? ''
  const booked = new Map([[id, toCents(40_000)]])
  const again = collectionOf(sale, 15_000)
  const begun = [`credit:${id}`, `memo:${id}`, `apply:${id}`]
  const planOf = (provider: 'xero' | 'quickbooks', steps: readonly string[], ...paid: (typeof again)[]) =>
    planSteps(provider, sale, new Set(['invoice', ...steps]), { collections: paid, booked })
  const [credit, memo, apply] = begun
  const collect = `collect:${again.id}`
  expect(planOf('xero', [credit ?? '', apply ?? ''], again)).toEqual([
    ...['invoice', credit, apply, `undo:${apply}`, collect],
  ])
  expect(planOf('quickbooks', [memo ?? '', apply ?? ''], again)).toEqual([
    ...['invoice', memo, apply, `undo:${apply}`, `undo:${memo}`, collect],
  ])
  // Begun, it is ended although the payment is gone again.
  const undo = `undo:${apply}`
  expect(planOf('xero', [credit ?? '', apply ?? '', undo])).toEqual(['invoice', credit, apply, undo])
})

const kinds = ['standard', 'zero_rated', 'special_relief', 'exempted'] as const
const line = fc.tuple(
  fc.integer({ min: 1, max: 500_000 }),
  fc.integer({ min: 1000, max: 9000 }),
  fc.constantFrom(...kinds),
)

test('every split of a credit note adds up to it, to the cent, in total, tax, kinds and lines', () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 1000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (lines, pieces, share) => {
        const sale = refunded(refunded(receiptOf('company', lines), 1, 1), pieces - (pieces > 1 ? 1 : 0), 2)
        const note = sale.creditNotes?.[1]
        if (!note) throw new Error('no note')
        const whole = bookCredit(sale, note)
        const first = toCents(Math.round(whole.total * share))
        const parts = splitDocument(whole, first)
        expect(parts.map(({ total }) => total)).toEqual([first, whole.total - first])
        expect(sum(parts.map(({ tax }) => tax))).toBe(whole.tax)
        for (const { tax, net, taxAmount } of whole.taxes) {
          const own = parts.flatMap((part) => part.taxes.filter((kind) => kind.tax === tax))
          expect([sum(own.map((kind) => kind.net)), sum(own.map((kind) => kind.taxAmount))]).toEqual([
            ...[net, taxAmount],
          ])
        }
        for (const part of parts) {
          expect(sum(part.lines.map(({ gross }) => gross))).toBe(part.total)
          expect(sum(part.lines.map(({ taxAmount }) => taxAmount))).toBe(part.tax)
          for (const one of part.lines) {
            expect(one.net + one.taxAmount).toBe(one.gross)
            expect(Math.min(one.net, one.taxAmount)).toBeGreaterThanOrEqual(0)
          }
        }
        expect(new Set(parts.map(({ number }) => number)).size).toBe(first === 0 ? 1 : 2)
      },
    ),
    { numRuns: 500 },
  )
})

test('the books never take more than the sale, and owe what the phone shows, in whatever order things happen', () => {
  const act = fc.tuple(fc.constantFrom('refund', 'collect', 'take back', 'send'), fc.nat({ max: 100 }))
  fc.assert(
    fc.property(fc.nat({ max: 40_000 }), fc.array(act, { maxLength: 12 }), (paidAtSale, acts) => {
      let sale: NumberedInvoice = {
        ...onCredit(),
        payments: paidAtSale === 0 ? [] : [{ type: 'cash', amount: toCents(paidAtSale) }],
      }
      let collections: ReturnType<typeof collectionOf>[] = []
      let booked = new Map<string, ReturnType<typeof toCents>>()
      for (const [what, much] of acts) {
        if (what === 'refund' && (sale.creditNotes?.length ?? 0) < 4) sale = refunded(sale, 900, 1)
        const owed = stillOwed(sale, collections)
        const amount = Math.floor((owed * much) / 100)
        if (what === 'collect' && amount > 0) collections = [...collections, collectionOf(sale, amount)]
        if (what === 'take back' && booked.size === 0)
          collections = collections.map((one, at) => (at === much % 12 ? takenBack(one) : one))
        if (what === 'send')
          booked = new Map(
            [...shareCredits(sale, collections, booked)].map(([id, { applied }]) => [id, applied]),
          )
      }
      const shares = [...shareCredits(sale, collections, booked).values()]
      const notes = sale.creditNotes ?? []
      expect(shares.map(({ applied, paidBack }) => applied + paidBack)).toEqual(
        notes.map(({ total }) => total),
      )
      expect(shares.every(({ applied, paidBack }) => applied >= 0 && paidBack >= 0)).toBe(true)
      const live = sum(collections.filter(({ canceled }) => !canceled).map(({ amount }) => amount))
      const due = 40_000 - paidAtSale - live - sum(shares.map(({ applied }) => applied))
      expect(due).toBe(stillOwed(sale, collections))
    }),
    { numRuns: 1000 },
  )
})
