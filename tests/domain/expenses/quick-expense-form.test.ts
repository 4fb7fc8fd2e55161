import { expect, test } from 'vitest'
import { NO_VENDOR } from '#domain/expenses/expense.ts'
import { blankQuickForm, expenseFromForm } from '#domain/expenses/quick-expense-form.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'

const TAX = { rates: [], settings: DEFAULT_SETTINGS }
const KNOWN = { ...NO_VENDOR, name: 'TANESCO', vatNumber: '40000000A', serial: '10TZ1234567' }

test('what a receipt said of its vendor is kept by an edit, except what was corrected', () => {
  const form = { ...blankQuickForm('2026-11-21', '10:00'), vendorName: 'Tanesco Ilala' }
  expect(expenseFromForm(form, TAX, { vendor: KNOWN }).vendor).toEqual({ ...KNOWN, name: 'Tanesco Ilala' })
  const corrected = { ...form, vendorRest: { serial: '10TZ123456' } }
  expect(expenseFromForm(corrected, TAX, { vendor: KNOWN }).vendor).toEqual({
    ...KNOWN,
    name: 'Tanesco Ilala',
    serial: '10TZ123456',
  })
})
