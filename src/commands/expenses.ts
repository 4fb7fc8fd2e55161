import { expenseFields } from '#contract/expense-body.ts'
import type { OperationBody } from '#contract/operations.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { mayBeCorrected } from '#data/expense-corrections.ts'
import { expenseFromRow } from '#data/expense-row.ts'
import { findExpense, findExpenseByCode } from '#data/expenses.ts'
import { deleteMeta } from '#data/meta.ts'
import { listByOrderingKey } from '#data/outbox-entries.ts'
import { isUnsent, orderingKeyOf, readBody } from '#data/outbox-entry.ts'
import type { ExpenseRow, OutboxEntry } from '#data/rows.ts'
import { fiscalDayOf, type Instant, notBefore } from '#domain/calendar/east-africa.ts'
import { findingAfterEdit } from '#domain/expenses/authority-finding.ts'
import { mayChange } from '#domain/expenses/change-status.ts'
import { checkExpense, type UncheckedExpense } from '#domain/expenses/check-expense.ts'
import type { Expense, ExpenseFields, ExpenseStatus } from '#domain/expenses/expense.ts'
import { expenseTotals } from '#domain/expenses/expense-totals.ts'
import { missingToProcess } from '#domain/expenses/incomplete-expense.ts'
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
import { waitedFor } from './waited-for.ts'

/** What is stored about an expense before it is written, and what of it the person saw. */
type Stored = {
  readonly before: Expense | undefined
  readonly mayEdit: boolean
  readonly entries: readonly OutboxEntry[]
  readonly seen?: Expense | undefined
}

/** Asked for at once: a cheap phone waits longer for each answer than the storage works. */
async function readStored(db: AccountDatabase, id: string): Promise<Stored> {
  const [row, entries] = await Promise.all([
    findExpense(db, id),
    listByOrderingKey(db, orderingKeyOf('expense', id)),
  ])
  const mayEdit = row === undefined || (await mayBeCorrected(db, row))
  return { before: row && expenseFromRow(row), mayEdit, entries }
}

/** An edit of an expense that waits to be returned to a restored server returns it as well. */
function returnedBy(entries: readonly OutboxEntry[]): Pick<OperationBody<'expense.save'>, 'returned'> {
  const returned = entries.filter(isUnsent).map((entry) => readBody('expense.save', entry)?.returned)
  const [first] = returned.filter((author) => author !== undefined)
  return first === undefined ? {} : { returned: first }
}

/** The expense as the server has it, as far as the person saw it; `null` for a new one. */
async function readExpenseBase(
  db: AccountDatabase,
  expenseId: string,
  { before, entries, seen = before }: Stored,
) {
  const shown = before && before.rev > 0 ? expenseFields(seen ?? before) : null
  return await readMergeBase(db, 'expense.save', orderingKeyOf('expense', expenseId), entries, shown)
}

async function upsertExpense(
  tx: WriteTransaction,
  stored: Stored,
  record: Expense,
): Promise<CommandResult<ExpenseRow>> {
  const { db } = tx
  const { before, entries, seen = before } = stored
  const orderingKey = orderingKeyOf('expense', record.id)
  const base = await readExpenseBase(db, record.id, stored)
  const { opId } = await tx.upsert(
    {
      written: { kind: 'expense', record },
      before: before && { kind: 'expense', record: before },
      entries,
      dependsOn: waitedFor(entries),
    },
    orderingKey,
    'expense.save',
    {
      expenseId: record.id,
      baseRev: record.rev,
      base,
      fields: expenseFields(record),
      createdAt: record.createdAt,
      ...returnedBy(entries),
    },
  )
  await tx.enqueueFiles(record.id, fileChanges(seen, record), opId)
  const saved = await findExpense(db, record.id)
  return saved ? ok(saved) : refusedWithCode('EXPENSE_NOT_FOUND')
}

/**
 * Saves an expense, new or edited, on this phone and queues it for the server. Only a pending one can be edited, or
 * one whose closing the server refused, which is pending again. With `keepsVendor` its vendor becomes a record of the company, unless it is one already; with `endsDraft` what was kept of
 * the half-filled form is deleted with it. `seen` is the expense as the form of an edit showed it: what its receipt or
 * another phone changed since is no change of this person.
 */
export function saveExpense(
  account: Account,
  deps: CommandDeps,
  input: {
    readonly expenseId: string
    readonly written: UncheckedExpense
    readonly hasTypedCode?: boolean
    readonly keepsVendor?: boolean
    readonly endsDraft?: boolean
    readonly seen?: Expense | undefined
  },
): Promise<CommandResult<ExpenseRow>> {
  const { expenseId, written, hasTypedCode = false, keepsVendor = false, endsDraft = false, seen } = input
  return write(account, deps, async (tx) => {
    const [known, stored, at] = await Promise.all([
      readAuthor(tx.db, 'expense.save'),
      readStored(tx.db, expenseId),
      tx.moment(),
    ])
    if (!known.ok) return known
    const recorded = await readExpenseBase(tx.db, expenseId, { ...stored, seen })
    const context = { ...stored, at, recorded, hasTypedCode }
    const checked = await validateExpense(tx.db, known.value, expenseId, written, context)
    if (!checked.ok) return checked
    const { companyId, vendor, vendorId } = checked.value
    const keeps = keepsVendor && vendorId === undefined && vendor.name !== ''
    const kept = keeps ? await keepVendor(tx, companyId, vendor, deps.ports.newId()) : undefined
    const [saved] = await Promise.all([
      upsertExpense(
        tx,
        { ...stored, seen },
        kept === undefined ? checked.value : { ...checked.value, vendorId: kept },
      ),
      endsDraft ? deleteMeta(tx.db, 'expense-draft') : undefined,
    ])
    return saved
  })
}

async function validateExpense(
  db: AccountDatabase,
  { session, company, user, name }: Author,
  expenseId: string,
  written: UncheckedExpense,
  {
    before,
    mayEdit,
    at,
    recorded,
    hasTypedCode,
  }: Pick<Stored, 'before' | 'mayEdit'> & {
    readonly at: Instant
    readonly recorded: ExpenseFields | null
    readonly hasTypedCode: boolean
  },
): Promise<CommandResult<Expense>> {
  if (!mayEdit) return refusedWithCode('EXPENSE_NOT_PENDING')
  const { rates, settings, serverTime } = session
  const latest = fiscalDayOf(notBefore(at, serverTime))
  const checked = checkExpense(written, {
    ...{ expenseId, latest, rates, settings, hasTypedCode },
    recorded: recorded ?? undefined,
  })
  if (!checked.ok) return refuse(checked.refusals)
  if (await findExpenseByCode(db, checked.value.receiptCode, expenseId)) {
    return refuse([{ path: 'receiptCode', code: 'EXPENSE_CODE_REGISTERED' }])
  }
  const fields = { ...checked.value, status: 'pending' as const }
  const totals = expenseTotals(fields)
  return ok({
    ...fields,
    ...findingAfterEdit(before, { ...fields, totals }),
    id: expenseId,
    companyId: company.id,
    rev: before?.rev ?? 0,
    totals,
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
    const stored = await readStored(tx.db, input.expenseId)
    const { before } = stored
    if (!before) return refusedWithCode('EXPENSE_NOT_FOUND')
    if (!mayChange(before)) return refusedWithCode('EXPENSE_NOT_PENDING')
    const missing = input.status === 'processed' ? missingToProcess(before) : []
    if (missing.length > 0) return refuse(missing)
    return upsertExpense(tx, stored, { ...before, status: input.status })
  })
}
