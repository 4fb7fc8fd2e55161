import { expenseFields } from '#contract/expense-body.ts'
import { expenseFromRow } from '#data/expense-row.ts'
import { findExpense, findExpenseByCode } from '#data/expenses.ts'
import { orderingKeyOf } from '#data/outbox-entry.ts'
import type { ExpenseRow } from '#data/rows.ts'
import { getTrustedTime } from '#data/trusted-time.ts'
import { fiscalDayOf, notBefore, toInstant } from '#domain/calendar/east-africa.ts'
import { mayChange } from '#domain/expenses/change-status.ts'
import { checkExpense, type UncheckedExpense } from '#domain/expenses/check-expense.ts'
import type { Expense, ExpenseStatus } from '#domain/expenses/expense.ts'
import { expenseTotals } from '#domain/expenses/expense-totals.ts'
import type { Account } from '#session/account.ts'
import {
  type Author,
  type CommandDeps,
  type CommandResult,
  readAuthor,
  refused,
  refusedWithCode,
  runCommand,
  succeeded,
} from '#sync/outbox/command-result.ts'
import { planFileOperations } from '#sync/outbox/file-operations.ts'
import { readMergeBase } from '#sync/outbox/replace-pending.ts'
import { serializeOperation } from '#sync/outbox/serialize-operation.ts'
import { writeCatalogueRecord } from './write-record.ts'

const ATTEMPTS = 5

/** What the record becomes; a refusal when a rule says no. Asked again when the record moved on meanwhile. */
type Change = (before: Expense | undefined) => Promise<CommandResult<Expense>>

async function write(
  account: Account,
  deps: CommandDeps,
  id: string,
  change: Change,
): Promise<CommandResult<ExpenseRow>> {
  const { db } = account
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const row = await findExpense(db, id)
    const before = row && expenseFromRow(row)
    const changed = await change(before)
    if (changed.kind !== 'kept') return changed
    const record = changed.value
    const orderingKey = orderingKeyOf('expense', id)
    const shown = before && before.rev > 0 ? expenseFields(before) : null
    const mergeBase = await readMergeBase(db, 'expense.save', orderingKey, shown)
    const body = {
      expenseId: id,
      baseRev: record.rev,
      base: mergeBase.base,
      fields: expenseFields(record),
      createdAt: record.createdAt,
    }
    const serialized = await serializeOperation(deps.ports.newId, 'expense.save', orderingKey, body)
    if (serialized.kind === 'refused') return refused(...serialized.refusals)
    const now = deps.ports.clock.now()
    const files = await planFileOperations(deps.ports.newId, before, record)
    const written = { kind: 'expense', record } as const
    if (!(await writeCatalogueRecord(account, written, serialized.operation, mergeBase, now, files))) continue
    const saved = await findExpense(db, id)
    return saved ? succeeded(saved) : refusedWithCode('EXPENSE_NOT_FOUND')
  }
  return refusedWithCode('UNEXPECTED')
}

/** Saves an expense, new or edited, on this phone and queues it for the server. Only a pending one can be edited. */
export function saveExpense(
  account: Account,
  deps: CommandDeps,
  input: { readonly expenseId: string; readonly written: UncheckedExpense },
): Promise<CommandResult<ExpenseRow>> {
  const { db } = account
  const { expenseId, written } = input
  return runCommand(db, deps, async () => {
    const author = await readAuthor(db)
    if ('kind' in author) return author
    const at = toInstant(await getTrustedTime(db, deps.ports.clock.now()))
    return write(account, deps, expenseId, (before) =>
      validateExpense(account, author, expenseId, written, at, before),
    )
  })
}

async function validateExpense(
  account: Account,
  { session, company, user, name }: Author,
  expenseId: string,
  written: UncheckedExpense,
  at: ReturnType<typeof toInstant>,
  before: Expense | undefined,
): Promise<CommandResult<Expense>> {
  if (before && !mayChange(before)) return refusedWithCode('EXPENSE_NOT_PENDING')
  const { rates, settings, serverTime } = session
  const latest = fiscalDayOf(notBefore(at, serverTime))
  const checked = checkExpense(written, { expenseId, latest, rates, settings })
  if (!checked.ok) return refused(...checked.refusals)
  if (await findExpenseByCode(account.db, checked.value.receiptCode, expenseId)) {
    return refused({ path: 'receiptCode', code: 'EXPENSE_CODE_REGISTERED' })
  }
  return succeeded({
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

/** Marks a pending expense as processed, or cancels it (spec §4): both are final. */
export function closeExpense(
  account: Account,
  deps: CommandDeps,
  input: { readonly expenseId: string; readonly status: Exclude<ExpenseStatus, 'pending'> },
): Promise<CommandResult<ExpenseRow>> {
  const { db } = account
  return runCommand(db, deps, async () => {
    const author = await readAuthor(db)
    if ('kind' in author) return author
    return write(account, deps, input.expenseId, async (before) => {
      if (!before) return refusedWithCode('EXPENSE_NOT_FOUND')
      if (!mayChange(before)) return refusedWithCode('EXPENSE_NOT_PENDING')
      return succeeded({ ...before, status: input.status })
    })
  })
}
