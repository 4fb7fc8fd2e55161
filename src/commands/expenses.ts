import { expenseFields } from '#contract/expense-body.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { expenseFromRow } from '#data/expense-row.ts'
import { findExpense, findExpenseByCode } from '#data/expenses.ts'
import { deleteMeta } from '#data/meta.ts'
import { listByOrderingKey } from '#data/outbox-entries.ts'
import { orderingKeyOf } from '#data/outbox-entry.ts'
import type { ExpenseRow } from '#data/rows.ts'
import { fiscalDayOf, notBefore } from '#domain/calendar/east-africa.ts'
import { mayChange } from '#domain/expenses/change-status.ts'
import { checkExpense, type UncheckedExpense } from '#domain/expenses/check-expense.ts'
import type { Expense, ExpenseStatus } from '#domain/expenses/expense.ts'
import { expenseTotals } from '#domain/expenses/expense-totals.ts'
import { isIncomplete } from '#domain/expenses/incomplete-expense.ts'
import { ok, refuse } from '#domain/result.ts'
import type { Account } from '#session/account.ts'
import {
  type Author,
  type CommandDeps,
  type CommandResult,
  readAuthor,
  refusedWithCode,
} from '#sync/outbox/command-result.ts'
import { fileChanges } from '#sync/outbox/file-operations.ts'
import { readMergeBase } from '#sync/outbox/replace-pending.ts'
import { type WriteTransaction, write } from '#sync/outbox/writer.ts'
import { keepVendor } from './vendors.ts'

async function upsertExpense(
  tx: WriteTransaction,
  before: Expense | undefined,
  record: Expense,
): Promise<CommandResult<ExpenseRow>> {
  const { db } = tx
  const orderingKey = orderingKeyOf('expense', record.id)
  const entries = await listByOrderingKey(db, orderingKey)
  const shown = before && before.rev > 0 ? expenseFields(before) : null
  const base = await readMergeBase(db, 'expense.save', orderingKey, entries, shown)
  const { opId } = await tx.upsert(
    { written: { kind: 'expense', record }, before: before && { kind: 'expense', record: before }, entries },
    orderingKey,
    'expense.save',
    {
      expenseId: record.id,
      baseRev: record.rev,
      base,
      fields: expenseFields(record),
      createdAt: record.createdAt,
    },
  )
  await tx.enqueueFiles(record.id, fileChanges(before, record), opId)
  const saved = await findExpense(db, record.id)
  return saved ? ok(saved) : refusedWithCode('EXPENSE_NOT_FOUND')
}

async function findBefore(db: AccountDatabase, id: string): Promise<Expense | undefined> {
  const row = await findExpense(db, id)
  return row && expenseFromRow(row)
}

/**
 * Saves an expense, new or edited, on this phone and queues it for the server. Only a pending one can be edited. With
 * `keepsVendor` its vendor becomes a record of the company, unless it is one already; with `endsDraft` what was kept of
 * the half-filled form is deleted with it.
 */
export function saveExpense(
  account: Account,
  deps: CommandDeps,
  input: {
    readonly expenseId: string
    readonly written: UncheckedExpense
    readonly keepsVendor?: boolean
    readonly endsDraft?: boolean
  },
): Promise<CommandResult<ExpenseRow>> {
  const { expenseId, written, keepsVendor = false, endsDraft = false } = input
  return write(account, deps, async (tx) => {
    const known = await readAuthor(tx.db, 'expense.save')
    if (!known.ok) return known
    const author = known.value
    const before = await findBefore(tx.db, expenseId)
    const checked = await validateExpense(tx, author, expenseId, written, before)
    if (!checked.ok) return checked
    if (endsDraft) await deleteMeta(tx.db, 'expense-draft')
    const { companyId, vendor, vendorId } = checked.value
    if (!keepsVendor || vendorId !== undefined || vendor.name === '') {
      return upsertExpense(tx, before, checked.value)
    }
    const kept = await keepVendor(tx, companyId, vendor, deps.ports.newId())
    return upsertExpense(tx, before, { ...checked.value, vendorId: kept })
  })
}

async function validateExpense(
  tx: WriteTransaction,
  { session, company, user, name }: Author,
  expenseId: string,
  written: UncheckedExpense,
  before: Expense | undefined,
): Promise<CommandResult<Expense>> {
  if (before && !mayChange(before)) return refusedWithCode('EXPENSE_NOT_PENDING')
  const { db } = tx
  const at = await tx.moment()
  const { rates, settings, serverTime } = session
  const latest = fiscalDayOf(notBefore(at, serverTime))
  const checked = checkExpense(written, { expenseId, latest, rates, settings })
  if (!checked.ok) return refuse(checked.refusals)
  if (await findExpenseByCode(db, checked.value.receiptCode, expenseId)) {
    return refuse([{ path: 'receiptCode', code: 'EXPENSE_CODE_REGISTERED' }])
  }
  return ok({
    ...checked.value,
    status: 'pending',
    id: expenseId,
    companyId: company.id,
    rev: before?.rev ?? 0,
    totals: expenseTotals(checked.value),
    createdBy: before?.createdBy ?? user.id,
    createdByName: before?.createdByName ?? name,
    createdAt: before?.createdAt ?? at,
  })
}

/** Marks a pending expense as processed, which an incomplete one cannot be, or cancels it (spec §4): both are final. */
export function closeExpense(
  account: Account,
  deps: CommandDeps,
  input: { readonly expenseId: string; readonly status: Exclude<ExpenseStatus, 'pending'> },
): Promise<CommandResult<ExpenseRow>> {
  return write(account, deps, async (tx) => {
    const known = await readAuthor(tx.db, 'expense.save')
    if (!known.ok) return known
    const before = await findBefore(tx.db, input.expenseId)
    if (!before) return refusedWithCode('EXPENSE_NOT_FOUND')
    if (!mayChange(before)) return refusedWithCode('EXPENSE_NOT_PENDING')
    if (input.status === 'processed' && isIncomplete(before)) {
      return refuse([{ path: 'items.0.unitAmount', code: 'EXPENSE_AMOUNT_NOT_POSITIVE' }])
    }
    return upsertExpense(tx, before, { ...before, status: input.status })
  })
}
