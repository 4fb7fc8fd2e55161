import { beforeEach, expect, it } from 'vitest'
import { closeExpense, saveExpense } from '#commands/expenses.ts'
import { findExpense } from '#data/expenses.ts'
import { upsertMeta } from '#data/meta.ts'
import { blankQuickForm } from '#domain/expenses/quick-expense-form.ts'
import { isMissingRecord } from '#features/expenses/is-missing-record.ts'
import { readKnownEntry } from '#features/expenses/use-opened-entry.ts'
import { expenseFields } from '../../support/expense-input.ts'
import { Device, idOf } from '../../sync/device.ts'
import { unwrap } from '../../sync/shop.ts'

const [known, unknown] = [idOf('an expense'), idOf('another')]
const blank = blankQuickForm('2026-01-02', '09:30')

let device: Device
beforeEach(async () => {
  device = await Device.make()
  const { status: _, ...written } = expenseFields()
  unwrap(await saveExpense(device.account, device.commands, { expenseId: known, written }))
})

it('an expense that this phone does not have is unknown to the form, one that is processed is closed', async () => {
  const { db } = device.account
  expect(await readKnownEntry(db, known, blank)).toMatchObject({ kind: 'form', id: known })
  expect(await readKnownEntry(db, unknown, blank)).toEqual({ kind: 'unknown' })
  const close = { expenseId: known, status: 'processed' } as const
  unwrap(await closeExpense(device.account, device.commands, close))
  expect(await readKnownEntry(db, known, blank)).toEqual({ kind: 'closed' })
})

it('a record is said to be missing once the data of the company is on this phone', async () => {
  const { db } = device.account
  expect(await isMissingRecord(db, unknown, findExpense)).toBe(false)
  await upsertMeta(db, 'first-pull-done', true)
  expect(await isMissingRecord(db, unknown, findExpense)).toBe(true)
  expect(await isMissingRecord(db, known, findExpense)).toBe(false)
})
