import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, type FiscalDay, fiscalDayOf, startOfDay } from '#domain/calendar/east-africa.ts'
import type { Collection } from '#domain/collections/collection.ts'
import { stillOwed } from '#domain/collections/owed.ts'
import { statementLines } from '#domain/collections/statement.ts'
import { creditedTotal } from '#domain/invoices/credit-note.ts'
import type { CreditNote, Invoice } from '#domain/invoices/invoice.ts'
import { type Cents, sumCents, toCents } from '#domain/money/cents.ts'
import { eat, exampleInvoice, exampleLine, exampleReceipt, tsh } from '../example-invoice.ts'

const FIRST_DAY = fiscalDayOf(eat('2026-03-02', '00:00:00'))
const dayOf = (days: number) => addDays(FIRST_DAY, days)

function sold(id: string, day: FiscalDay, { total, paid }: { total: Cents; paid: Cents }): Invoice {
  return exampleInvoice({
    id,
    status: 'issued',
    vatRegistered: false,
    lines: [exampleLine({ unitPrice: total })],
    payments: paid === 0 ? [] : [{ type: 'cash', amount: paid }],
    saleAt: startOfDay(day),
    receipt: exampleReceipt({ issuedDay: day }),
  })
}

function refunded(invoice: Invoice, total: Cents, day: FiscalDay): Invoice {
  const { creditNotes = [] } = invoice
  const note: CreditNote = {
    id: `${invoice.id} ${creditNotes.length}`,
    number: creditNotes.length + 1,
    originalRctvnum: 'SIM7QX58',
    at: startOfDay(day),
    day,
    by: 'Asha Mfano',
    reason: 'Imeharibika',
    paidBy: 'cash',
    lines: [],
    perLetter: [],
    total,
  }
  return { ...invoice, creditNotes: [...creditNotes, note] }
}

function collected(invoiceId: string, amount: Cents, change: Partial<Collection> = {}): Collection {
  const day = change.day ?? FIRST_DAY
  return {
    ...{ id: `${invoiceId} ${amount}`, companyId: 'company-1', rev: 1, invoiceId, day, type: 'cash', amount },
    ...{ reference: '', at: startOfDay(day), by: 'Asha Mfano', canceled: false },
    ...change,
  }
}

const short = (lines: ReturnType<typeof statementLines>) =>
  lines.map(({ kind, charged, paid, balance }) => [kind, charged / 100, paid / 100, balance / 100])

test('money handed back for a paid sale is a line, and lowers no other debt', () => {
  const paid = refunded(sold('a', dayOf(0), { total: tsh(5000), paid: tsh(5000) }), tsh(2000), dayOf(1))
  expect(short(statementLines([paid], []))).toEqual([
    ['sale', 5000, 5000, 0],
    ['refund', -2000, 0, -2000],
    ['paid-back', 0, -2000, 0],
  ])
  const other = sold('b', dayOf(2), { total: tsh(3000), paid: tsh(0) })
  expect(statementLines([paid, other], []).at(-1)?.balance).toBe(tsh(3000))
})

test('goods that come back unpaid lower the debt; what is above it goes back', () => {
  const sale = refunded(sold('a', dayOf(0), { total: tsh(5000), paid: tsh(0) }), tsh(2000), dayOf(2))
  const part = collected('a', tsh(4000), { day: dayOf(1) })
  expect(short(statementLines([sale], []))).toEqual([
    ['sale', 5000, 0, 5000],
    ['refund', -2000, 0, 3000],
  ])
  expect(short(statementLines([sale], [part]))).toEqual([
    ['sale', 5000, 0, 5000],
    ['payment', 0, 4000, 1000],
    ['refund', -2000, 0, -1000],
    ['paid-back', 0, -1000, 0],
  ])
})

test('a payment that is entered later than it was received has its place by its day', () => {
  const first = sold('a', dayOf(0), { total: tsh(5000), paid: tsh(0) })
  const second = sold('b', dayOf(5), { total: tsh(1000), paid: tsh(0) })
  const late = collected('a', tsh(2000), { day: dayOf(3), at: startOfDay(dayOf(9)) })
  const lines = statementLines([second, first], [late])
  expect(lines.map(({ day }) => day)).toEqual([dayOf(0), dayOf(3), dayOf(5)])
  expect(lines.map(({ balance }) => balance / 100)).toEqual([5000, 3000, 4000])
})

test('a sale made offline stays before its payment: numbered days later, or entered on a phone whose clock was wrong', () => {
  const late = exampleReceipt({ issuedDay: dayOf(4) })
  const offline = { ...sold('a', dayOf(0), { total: tsh(5000), paid: tsh(0) }), receipt: late } as Invoice
  const payment = collected('a', tsh(2000), { day: dayOf(2) })
  const shown = (lines: ReturnType<typeof statementLines>) => lines.map(({ kind, day }) => [kind, day])
  expect(shown(statementLines([offline], [payment]))).toEqual([
    ['sale', dayOf(0)],
    ['payment', dayOf(2)],
  ])
  const sameDay = { ...offline, saleAt: eat('2026-03-02', '12:00:00') }
  const morning = collected('a', tsh(2000), { at: eat('2026-03-02', '11:00:00') })
  expect(shown(statementLines([sameDay], [morning])).map(([kind]) => kind)).toEqual(['sale', 'payment'])
  // An older app let a payment be dated before its sale.
  const early = collected('a', tsh(2000), { day: addDays(dayOf(0), -3) })
  expect(shown(statementLines([offline], [early])).map(([kind]) => kind)).toEqual(['sale', 'payment'])
})

test('what two phones collected for the same sale pays no other one', () => {
  const sales = [
    sold('a', dayOf(0), { total: tsh(5000), paid: tsh(0) }),
    sold('b', dayOf(0), { total: tsh(1000), paid: tsh(0) }),
  ]
  const twice = [collected('a', tsh(5000)), collected('a', tsh(5000), { id: 'other' })]
  expect(statementLines(sales, twice).at(-1)?.balance).toBe(tsh(1000))
})

const act = fc.record({
  kind: fc.constantFrom('sell', 'collect', 'take back', 'refund', 'cancel'),
  on: fc.nat(),
  percent: fc.integer({ min: 0, max: 100 }),
  daysBack: fc.nat({ max: 30 }),
})

test('the last balance is the sum of what is owed, whatever was sold, paid, refunded and canceled', () => {
  fc.assert(
    fc.property(fc.array(act, { minLength: 1, maxLength: 30 }), (acts) => {
      const sales: Invoice[] = []
      const collections: Collection[] = []
      acts.forEach(({ kind, on, percent, daysBack }, index) => {
        const today = dayOf(index)
        const part = (amount: number) => toCents(Math.floor((amount * percent) / 100))
        if (kind === 'sell') {
          const total = toCents(1 + (on % 1_000_000))
          sales.push(sold(`sale ${index}`, today, { total, paid: part(total) }))
        }
        const at = on % Math.max(1, sales.length)
        const sale = sales[at]
        if (sale === undefined) return
        if (kind === 'collect') {
          const amount = part(stillOwed(sale, collections))
          const back = addDays(today, -daysBack)
          const day = [back, fiscalDayOf(sale.saleAt)].sort().at(-1) ?? back
          const id = `collection ${index}`
          if (amount > 0) collections.push(collected(sale.id, amount, { id, day, at: startOfDay(today) }))
        }
        const taken = collections[on % Math.max(1, collections.length)]
        if (kind === 'take back' && taken) {
          collections.splice(collections.indexOf(taken), 1, { ...taken, canceled: true })
        }
        if (kind === 'refund') {
          const total = part(sale.totals.totalIncludingTax - creditedTotal(sale))
          if (total > 0) sales[at] = refunded(sale, total, today)
        }
        if (kind === 'cancel' && sale.receipt) {
          const cancellation = { at: startOfDay(today), by: 'Asha Mfano', reason: 'Makosa' }
          sales[at] = { ...sale, status: 'canceled', receipt: sale.receipt, cancellation }
        }
      })
      const lines = statementLines(sales, collections)
      const standing = sales.filter(({ status }) => status !== 'canceled')
      const owed = sumCents(standing.map((sale) => stillOwed(sale, collections)))
      expect(lines.at(-1)?.balance ?? 0).toBe(owed)
      const days = lines.map(({ day }) => day)
      expect(days).toEqual([...days].sort())
    }),
    { numRuns: 500 },
  )
})
