import { describe, expect, it } from 'vitest'
import type { FiscalDay, Instant } from '#domain/calendar/east-africa.ts'
import { applyAuthorityFinding, findingAfterEdit } from '#domain/expenses/authority-finding.ts'
import { type AuthorityReceipt, MAX_AUTHORITY_ITEMS } from '#domain/expenses/authority-receipt.ts'
import { type Expense, type ExpenseFields, NO_VENDOR } from '#domain/expenses/expense.ts'
import { expenseTotals } from '#domain/expenses/expense-totals.ts'
import { toCents } from '#domain/money/cents.ts'
import { isProven } from '#domain/reports/expense-groups.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { expenseFields } from '../../support/expense-input.ts'

const at = '2026-11-22T08:00:00.000Z' as Instant
/** Tsh 23,600 with Tsh 3,600 of VAT, as the receipt has it. */
const receipt: AuthorityReceipt = {
  code: 'TEST00123',
  day: '2026-01-02' as FiscalDay,
  seller: NO_VENDOR,
  items: [],
  tax: toCents(360_000),
  total: toCents(2_360_000),
}

function expense(change: Partial<ExpenseFields> = {}): Expense {
  const fields = { ...expenseFields({ receiptCode: 'TEST00123' }), receiptTime: '09:30:15', ...change }
  return {
    ...{ id: 'e', companyId: 'c', rev: 1, createdBy: 'u', createdByName: 'Asha', createdAt: at },
    ...fields,
    totals: expenseTotals(fields),
  }
}

const withAmount = (cents: number): Partial<ExpenseFields> => ({
  items: expenseFields().items.map((item) => ({ ...item, unitAmount: toCents(cents) })),
  payments: [{ method: 'CASH', amount: toCents(cents) }],
})
const asked = (change: Partial<ExpenseFields>, page = receipt) =>
  applyAuthorityFinding(expense(change), page, at, DEFAULT_SETTINGS)
/** The expense after a person changed it, as phone and server take the answer over. */
function edited(before: Expense, change: Partial<ExpenseFields>): Expense {
  const { authority: _, ...rest } = before
  const after = { ...rest, ...change }
  const totals = expenseTotals(after)
  return { ...after, totals, ...findingAfterEdit(before, { ...after, totals }) }
}

describe('what the authority has of a receipt, beside its expense (spec §9: input VAT)', () => {
  it('proves the VAT only where the receipt has that VAT, up to what sellers round', () => {
    expect(isProven(asked({}))).toBe(true)
    expect(isProven(asked({}, { ...receipt, tax: toCents(360_000 + MAX_AUTHORITY_ITEMS) }))).toBe(true)
    const untaxed = asked({}, { ...receipt, tax: toCents(0) })
    expect(untaxed.authority).toEqual({ outcome: 'differs', total: 2_360_000, tax: 0, at })
    expect(isProven(untaxed)).toBe(false)
    expect(isProven(asked({}, { ...receipt, tax: toCents(120_000) }))).toBe(false)
  })

  it('agrees with an expense that claims no VAT', () => {
    expect(asked({ amountType: 'NO_TAX' }).authority?.outcome).toBe('known')
  })

  it('agrees with an amount without its VAT, which comes to one cent more or less', () => {
    const before = asked({ ...withAmount(2_000_003), amountType: 'EXCLUSIVE' })
    expect(before.totals.total).toBe(2_360_004)
    const page = { ...receipt, total: toCents(2_360_005) }
    expect(asked({ ...withAmount(2_000_003), amountType: 'EXCLUSIVE' }, page).authority?.outcome).toBe(
      'known',
    )
    expect(asked(withAmount(2_360_004), page).authority?.outcome).toBe('differs')
  })

  it('is compared again after an edit of the amounts', () => {
    const changed = edited(asked({}), withAmount(2_000_000))
    expect(changed.authority?.outcome).toBe('differs')
    expect(isProven(changed)).toBe(false)
    expect(edited(changed, withAmount(2_360_000)).authority).toEqual(asked({}).authority)
  })

  it('says nothing about another receipt', () => {
    expect(edited(asked({}), { receiptCode: 'TEST00124' }).authority).toBeUndefined()
    expect(edited(asked({}), { receiptTime: '09:30:16' }).authority).toBeUndefined()
  })

  it('goes on by the total alone where the VAT was not kept, and corrects what an edit left wrong', () => {
    const total = toCents(2_360_000)
    expect(isProven({ ...expense(), authority: { outcome: 'known', total, at } })).toBe(true)
    const stale = { ...expense(withAmount(5_000)), authority: { outcome: 'known' as const, total, at } }
    expect(isProven(stale)).toBe(false)
    expect(isProven({ ...expense(), authority: { outcome: 'differs', total, at } })).toBe(true)
    expect(isProven({ ...expense(), authority: { outcome: 'unknown', total: null, at } })).toBe(false)
  })
})
