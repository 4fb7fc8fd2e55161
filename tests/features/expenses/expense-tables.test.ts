import { expect, test } from 'vitest'
import type { Instant } from '#domain/calendar/east-africa.ts'
import type { Expense } from '#domain/expenses/expense.ts'
import { expenseTotals } from '#domain/expenses/expense-totals.ts'
import { ownReceiptCode } from '#domain/expenses/receipt-code.ts'
import { EXPENSE_COLUMNS, expenseCells } from '#features/expenses/report/expense-tables.ts'
import { readLanguage } from '../../i18n/read-language.ts'
import { expenseFields } from '../../support/expense-input.ts'

const id = '0197a1c2-0000-7000-8000-00a1b2c3d4e5'

function expense(change: Partial<Expense>): Expense {
  const fields = { ...expenseFields(), ...change }
  return {
    ...fields,
    id,
    companyId: 'company',
    rev: 1,
    totals: expenseTotals(fields),
    createdBy: 'user',
    createdByName: 'Asha Mfano',
    createdAt: '2026-03-01T09:00:00.000Z' as Instant,
  }
}

test.each([
  ['en', 'Receipt code', 'Internal number', 'No receipt'],
  ['sw', 'Msimbo wa risiti', 'Namba ya ndani', 'Hakuna risiti'],
] as const)(
  'the list says of an expense without a receipt that it has none (tanzania-facts §11.27, %s)',
  async (language, codeColumn, numberColumn, none) => {
    const { speak } = await readLanguage(language)
    const translate = speak._.bind(speak)
    const names = {
      translate,
      categoryName: () => 'category',
      taxNames: { standard: '', zero_rated: '', special_relief: '', exempted: '' },
      statusName: () => 'status',
    }
    const columns = EXPENSE_COLUMNS.map((column) => translate(column))
    const cellsOf = (change: Partial<Expense>) => {
      const cells = expenseCells(expense(change), names)
      expect(cells).toHaveLength(columns.length)
      return [codeColumn, numberColumn].map((column) => cells[columns.indexOf(column)])
    }
    const text = (written: string) => ({ kind: 'text', text: written })
    const own = ownReceiptCode(id)
    expect(cellsOf({ receiptCode: own })).toEqual([text(none), text(own)])
    expect(cellsOf({ receiptCode: 'TEST00123' })).toEqual([text('TEST00123'), text('')])
    // Its receipt may be a photo that was not read yet.
    expect(cellsOf({ receiptCode: own, items: [] })).toEqual([text(''), text(own)])
  },
)
