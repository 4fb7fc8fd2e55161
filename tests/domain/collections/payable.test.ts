import { expect, test } from 'vitest'
import { addDays, fiscalDayOf, startOfDay } from '#domain/calendar/east-africa.ts'
import type { Collection } from '#domain/collections/collection.ts'
import { stillOwed } from '#domain/collections/owed.ts'
import { payable } from '#domain/collections/payable.ts'
import { statementLines } from '#domain/collections/statement.ts'
import { eat, exampleInvoice, exampleLine, exampleReceipt, tsh } from '../example-invoice.ts'

const FIRST_DAY = fiscalDayOf(eat('2026-03-02', '00:00:00'))
const dayOf = (days: number) => addDays(FIRST_DAY, days)

/** Sold on credit for 10,000; goods for 4,000 come back on day 2. */
function sale() {
  const note = {
    ...{ id: 'note', number: 1, originalRctvnum: 'SIM7QX58', by: 'Asha Mfano', reason: 'Imeharibika' },
    ...{ at: startOfDay(dayOf(2)), day: dayOf(2), paidBy: 'cash' as const, lines: [], perLetter: [] },
    total: tsh(4000),
  }
  return exampleInvoice({
    id: 'sale',
    status: 'issued',
    vatRegistered: false,
    lines: [exampleLine({ unitPrice: tsh(10_000) })],
    payments: [],
    saleAt: startOfDay(dayOf(0)),
    receipt: exampleReceipt({ issuedDay: dayOf(0) }),
    creditNotes: [note],
  })
}

const moment = (days: number) => startOfDay(dayOf(days))

/** Canceled on a day. */
const canceled = (days: number) => ({ canceled: true, canceledAt: moment(days) })

function paid(amount: number, entered: number, change: Partial<Collection> = {}): Collection {
  return {
    ...{ id: `${amount} ${entered}`, companyId: 'company-1', rev: 1, invoiceId: 'sale', type: 'cash' },
    ...{ day: dayOf(1), amount: tsh(amount), reference: '', at: moment(entered) },
    ...{ by: 'Asha Mfano', canceled: false },
    ...change,
  }
}

test('a payment that was wrong and is canceled can be entered again whole, of a day before the goods came back', () => {
  const wrong = paid(10_000, 1, canceled(4))
  expect(stillOwed(sale(), [wrong])).toBe(tsh(6000))
  expect(payable(sale(), [wrong], dayOf(1))).toBe(tsh(10_000))
  expect(payable(sale(), [wrong], dayOf(2))).toBe(tsh(10_000))
  const right = paid(10_000, 5)
  expect(payable(sale(), [wrong, right], dayOf(1))).toBe(0)
  const lines = statementLines([sale()], [wrong, right])
  expect(lines.map(({ kind, balance }) => [kind, balance / 100])).toEqual([
    ['sale', 10_000],
    ['payment', 0],
    ['refund', -4000],
    ['paid-back', 0],
  ])
  // In two parts it is never more than the whole.
  expect(payable(sale(), [wrong, paid(7000, 5)], dayOf(1))).toBe(tsh(3000))
})

test('no more than is owed is paid later, or when no payment counted when the goods came back', () => {
  const wrong = paid(10_000, 1, canceled(4))
  expect(payable(sale(), [wrong], dayOf(3))).toBe(tsh(6000))
  expect(payable(sale(), [wrong], undefined)).toBe(tsh(6000))
  expect(payable(sale(), [], dayOf(1))).toBe(tsh(6000))
  expect(payable(sale(), [paid(10_000, 3, canceled(4))], dayOf(1))).toBe(tsh(6000))
  expect(payable(sale(), [paid(10_000, 1, { ...canceled(4), invoiceId: 'other' })], dayOf(1))).toBe(tsh(6000))
})

test('a part that was paid before gives back only what was paid back', () => {
  // 8,000 were paid: 2,000 of the goods lowered what is owed, and 2,000 went back.
  const wrong = paid(8000, 1, canceled(4))
  expect(payable(sale(), [wrong], dayOf(1))).toBe(tsh(8000))
  expect(payable({ ...sale(), creditNotes: [] }, [wrong], dayOf(1))).toBe(tsh(10_000))
})

test('a payment that was canceled before the goods came back, or at an unknown time, lifts no limit', () => {
  expect(payable(sale(), [paid(10_000, 0, canceled(1))], dayOf(1))).toBe(tsh(6000))
  expect(payable(sale(), [paid(10_000, 1, canceled(2))], dayOf(1))).toBe(tsh(6000))
  expect(payable(sale(), [paid(10_000, 1, { canceled: true })], dayOf(1))).toBe(tsh(6000))
  // One of two counted when the goods came back: 8,000, of which 2,000 went back.
  const wrong = [paid(10_000, 0, canceled(1)), paid(8000, 1, canceled(4))]
  expect(payable(sale(), wrong, dayOf(1))).toBe(tsh(8000))
})
