import { expect, it } from 'vitest'
import { saveExpense } from '#commands/expenses.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { type ExpensePart, NO_VENDOR } from '#domain/expenses/expense.ts'
import { fillFromReceipt } from '#domain/expenses/fill-from-receipt.ts'
import { blankQuickForm } from '#domain/expenses/quick-expense-form.ts'
import { toCents } from '#domain/money/cents.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { DEFAULT_RATES } from '#domain/tax/rate-table.ts'
import { readKnownEntry } from '#features/expenses/use-opened-entry.ts'
import { expenseFields } from '../../support/expense-input.ts'
import { Device, idOf } from '../../sync/device.ts'
import { unwrap } from '../../sync/shop.ts'

const id = idOf('a scanned receipt')
const receipt = {
  ...{ code: 'SIM7QX58', day: '2026-02-27' as FiscalDay, seller: NO_VENDOR, items: [] },
  ...{ tax: toCents(0), total: toCents(150_000) },
}

/** The form of an expense that was saved with nothing but the code of its receipt, filled in from it on another day. */
async function filledLater(automatic: readonly ExpensePart[]) {
  const device = await Device.make()
  const { status: _, ...fields } = expenseFields({
    ...{ items: [], payments: [], amountType: 'NO_TAX', category: 'OTHER', automatic },
    ...{ receiptCode: receipt.code, time: '09:15', receiptTime: '09:15:07' },
  })
  unwrap(await saveExpense(device.account, device.commands, { expenseId: id, written: fields }))
  const entry = await readKnownEntry(device.account.db, id, blankQuickForm('2026-12-02', '17:00'))
  if (entry.kind !== 'form') throw new Error(`the entry is ${entry.kind}`)
  const rules = { rates: DEFAULT_RATES, settings: DEFAULT_SETTINGS }
  return { savedOn: fields.day, form: fillFromReceipt(entry.form, entry.blank, receipt, rules) }
}

it('an expense that waits for its receipt gets the day of the receipt, on whatever day its form is opened', async () => {
  const { form } = await filledLater(['figures', 'category', 'vendor', 'date'])
  expect(form).toMatchObject({ amount: receipt.total, day: receipt.day })
})

it('a day that a person chose stays when the receipt fills in the rest', async () => {
  const { form, savedOn } = await filledLater(['figures', 'category', 'vendor'])
  expect(form).toMatchObject({ amount: receipt.total, day: savedOn })
})
