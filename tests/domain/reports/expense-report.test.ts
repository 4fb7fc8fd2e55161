import { describe, expect, it } from 'vitest'
import type { FiscalDay, Instant } from '#domain/calendar/east-africa.ts'
import { type Expense, NO_VENDOR } from '#domain/expenses/expense.ts'
import { expenseTotals } from '#domain/expenses/expense-totals.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { groupExpenses } from '#domain/reports/expense-groups.ts'
import { expenseReport } from '#domain/reports/expense-report.ts'
import { expenseFields } from '../../support/expense-input.ts'
import { tsh } from '../example-invoice.ts'

const day = (text: string) => text as FiscalDay
const range = { from: day('2026-01-01'), to: day('2026-02-28') }
const at = '2026-03-01T09:00:00.000Z' as Instant

function expense(change: Partial<Expense> = {}): Expense {
  const fields = { ...expenseFields(), ...change }
  return {
    ...fields,
    id: 'id',
    companyId: 'company',
    rev: 1,
    totals: expenseTotals(fields),
    createdBy: 'user',
    createdByName: 'Asha Mfano',
    createdAt: at,
    ...change,
  }
}

const item = (description: string, amount: number, taxType: 'standard' | 'exempted') => ({
  description,
  quantity: toQuantity(1000),
  unitAmount: tsh(amount),
  taxType,
  rate: toBasisPoints(taxType === 'standard' ? 1800 : 0),
})

const reportOf = (expenses: readonly Expense[]) => expenseReport(range, groupExpenses(range, expenses))

describe('expenseReport (spec §9)', () => {
  it('counts what is not canceled and within the days, and sums it by category, vendor and month', () => {
    const own = { category: 'OTHER', categoryId: 'guards' } as const
    const report = reportOf([
      expense({ day: day('2026-02-10'), ...own, vendor: { ...NO_VENDOR, name: 'Duka' } }),
      expense({ day: day('2026-02-09'), category: 'OTHER', vendor: { ...NO_VENDOR, name: 'DUKA' } }),
      expense(),
      expense({ status: 'canceled' }),
      expense({ day: day('2025-12-31') }),
      expense({ day: day('2026-03-01') }),
    ])
    expect(report.total).toEqual({ count: 3, net: tsh(60_000), vat: tsh(10_800), total: tsh(70_800) })
    expect(report.categories.map(({ category, categoryId, count }) => [category, categoryId, count])).toEqual(
      [
        ['OTHER', 'guards', 1],
        ['OTHER', undefined, 1],
        ['ELECTRICITY', undefined, 1],
      ],
    )
    expect(report.vendors.map(({ name, taxNumber, total }) => [name, taxNumber, total])).toEqual([
      ['Duka', '', tsh(47_200)],
      ['Umeme Mfano', '999000803', tsh(23_600)],
    ])
    expect(report.months.map(({ from, count }) => [from, count])).toEqual([
      ['2026-01-01', 1],
      ['2026-02-01', 2],
    ])
  })

  it('sums expenses without any vendor apart from nameless ones from abroad (tanzania-facts §1)', () => {
    const abroad = { ...NO_VENDOR, taxNumber: '999999999', foreign: true }
    const report = reportOf([
      expense({ vendor: abroad }),
      expense({ vendor: NO_VENDOR }),
      expense({ vendor: NO_VENDOR }),
      expense({ vendor: { ...abroad, name: 'Mfano GmbH' } }),
      expense({ vendor: { ...abroad, name: 'MFANO GMBH' } }),
      expense({ vendor: { ...abroad, name: 'Mfano Trading LLC' } }),
    ])
    const counts = report.vendors.map(({ name, taxNumber, count }) => `${name} ${taxNumber} ${count}`)
    expect(counts.sort()).toEqual([
      '  2',
      ' 999999999 1',
      'Mfano GmbH 999999999 2',
      'Mfano Trading LLC 999999999 1',
    ])
  })

  it('splits an expense by its tax types, and the parts come to the totals', () => {
    const items = [item('Maji', 11_800, 'standard'), item('Unga', 5_000, 'exempted')]
    const payments = [{ method: 'CASH', amount: tsh(16_800) }] as const
    const noTax = { amountType: 'NO_TAX', items: [item('Kodi', 900, 'standard')] } as const
    const report = reportOf([expense({ items, payments }), expense(noTax)])
    expect(report.taxes.map(({ taxType, net, vat, total }) => [taxType, net, vat, total])).toEqual([
      ['standard', tsh(10_000), tsh(1_800), tsh(11_800)],
      ['exempted', tsh(5_000), tsh(0), tsh(5_000)],
      [null, tsh(900), tsh(0), tsh(900)],
    ])
    expect(report.total.total).toBe(tsh(17_700))
  })

  it('counts input VAT as proven only where the authority has the receipt with the same amount (tanzania-facts §11.27)', () => {
    const finding = (outcome: 'known' | 'differs' | 'unknown') =>
      expense({ authority: { outcome, total: null, at } })
    const report = reportOf([
      finding('known'),
      finding('differs'),
      finding('unknown'),
      expense({ receiptCode: 'RST-1' }),
    ])
    expect(report.provenVat).toBe(tsh(3_600))
    expect(report.unprovenVat).toBe(tsh(10_800))
  })
})
