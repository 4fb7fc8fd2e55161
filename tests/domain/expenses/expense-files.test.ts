import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Expense } from '#domain/expenses/expense.ts'
import { type ExpenseFile, filesField, mergeFiles, withFileAgain } from '#domain/expenses/expense-files.ts'
import { expenseFromForm } from '#domain/expenses/expense-from-form.ts'
import { expenseTotals } from '#domain/expenses/expense-totals.ts'
import { formFromExpense } from '#domain/expenses/form-from-expense.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { expenseFields } from '../../support/expense-input.ts'

const file = (name: string): ExpenseFile => ({ sha256: name.repeat(64), name, type: 'image/png', size: 1 })
const names = (files: readonly ExpenseFile[]) => files.map(({ name }) => name).join('')
const some = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd')).map((list) => list.map(file))

it('adds what the edit added, takes away what it took away, and keeps what others added (offline-design 3.10)', () => {
  fc.assert(
    fc.property(some, some, some, (current, base, edited) => {
      const merged = names(mergeFiles(current, base, edited))
      for (const name of 'abcd') {
        const [now, was, is] = [current, base, edited].map((list) => names(list).includes(name))
        expect(merged.includes(name)).toBe(was ? is === true && now === true : now === true || is === true)
      }
      expect(new Set(merged).size).toBe(merged.length)
    }),
  )
})

it('changes no file by the edit of an app that knows none', () => {
  fc.assert(
    fc.property(some, (current) => {
      expect(mergeFiles(current, undefined, undefined)).toEqual(current)
    }),
  )
})

it('puts a removed file back at its place, once', () => {
  const rest = [file('a'), file('c')]
  expect(names(withFileAgain(rest, file('b'), 1))).toBe('abc')
  // It was chosen again before the removal was undone.
  expect(names(withFileAgain([...rest, file('b')], file('b'), 1))).toBe('acb')
})

it('leaves no mark on an expense without files', () => {
  expect(filesField([])).toEqual({})
  expect(filesField([file('a')])).toEqual({ files: [file('a')] })
})

it('stay with an expense that is edited by the quick form, and go as the form says (spec §3: attachments)', () => {
  const id = '01935000-0000-7000-8000-000000000001'
  const fields = { ...expenseFields(), files: [file('a'), file('b')] }
  const expense: Expense = {
    ...fields,
    ...{ id, companyId: id, rev: 1, totals: expenseTotals(fields), createdBy: id, createdByName: 'Asha' },
    createdAt: toInstant(0),
  }
  const form = formFromExpense(expense, '')
  const tax = { rates: [], settings: DEFAULT_SETTINGS }
  expect(expenseFromForm(form, tax, expense).files).toEqual(expense.files)
  expect(expenseFromForm({ ...form, files: [] }, tax, expense)).not.toHaveProperty('files')
  expect(formFromExpense({ ...expense, files: [] }, '')).not.toHaveProperty('files')
})
