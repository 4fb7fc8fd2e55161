import { plainExpense } from '#data/expense-row.ts'
import { expenseWithCode, findExpense } from '#data/expenses.ts'
import type { ExpenseRow } from '#data/rows.ts'
import { readTrustedTime } from '#data/trusted-time.ts'
import { fiscalDayOf, notBefore, toInstant } from '#domain/calendar/east-africa.ts'
import { mayChange } from '#domain/expenses/change-status.ts'
import { checkExpense, type WrittenExpense } from '#domain/expenses/check-expense.ts'
import type { Expense, ExpenseStatus } from '#domain/expenses/expense.ts'
import { expenseTotals } from '#domain/expenses/expense-totals.ts'
import type { Account } from '#session/account.ts'
import { expenseFields } from '../expense-fields.ts'
import { laneOf } from '../outbox/entry.ts'
import { freezeOperation } from '../outbox/freeze-operation.ts'
import { readGround } from '../outbox/supersede.ts'
import { fileWork } from './file-work.ts'
import {
  type Author,
  type CommandDeps,
  type Kept,
  keeping,
  kept,
  readAuthor,
  refused,
  refusedWhole,
} from './outcome.ts'
import { writeCatalogueRecord } from './write-record.ts'

const ATTEMPTS = 5

/** What the record becomes; a refusal when a rule says no. Asked again when the record moved on meanwhile. */
type Change = (before: Expense | undefined) => Promise<Kept<Expense>>

async function write(
  account: Account,
  deps: CommandDeps,
  id: string,
  change: Change,
): Promise<Kept<ExpenseRow>> {
  const { db } = account
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const row = await findExpense(db, id)
    const before = row && plainExpense(row)
    const changed = await change(before)
    if (changed.kind !== 'kept') return changed
    const record = changed.value
    const lane = laneOf('expense', id)
    const shown = before && before.rev > 0 ? expenseFields(before) : null
    const ground = await readGround(db, 'expense.save', lane, shown)
    const body = {
      expenseId: id,
      baseRev: record.rev,
      base: ground.base,
      fields: expenseFields(record),
      createdAt: record.createdAt,
    }
    const freezing = await freezeOperation(deps.ports.newId, 'expense.save', lane, body)
    if (freezing.kind === 'refused') return refused(...freezing.refusals)
    const now = deps.ports.clock.now()
    const files = await fileWork(deps.ports.newId, before, record)
    const written = { kind: 'expense', record } as const
    if (!(await writeCatalogueRecord(account, written, freezing.operation, ground, now, files))) continue
    const saved = await findExpense(db, id)
    return saved ? kept(saved) : refusedWhole('EXPENSE_NOT_FOUND')
  }
  return refusedWhole('UNEXPECTED')
}

/** Saves an expense, new or edited, on this phone and queues it for the server. Only a pending one can be edited. */
export function saveExpense(
  account: Account,
  deps: CommandDeps,
  input: { readonly expenseId: string; readonly written: WrittenExpense },
): Promise<Kept<ExpenseRow>> {
  const { db } = account
  const { expenseId, written } = input
  return keeping(db, deps, async () => {
    const author = await readAuthor(db)
    if ('kind' in author) return author
    const at = toInstant(await readTrustedTime(db, deps.ports.clock.now()))
    return write(account, deps, expenseId, (before) =>
      judged(account, author, expenseId, written, at, before),
    )
  })
}

async function judged(
  account: Account,
  { session, company, user, name }: Author,
  expenseId: string,
  written: WrittenExpense,
  at: ReturnType<typeof toInstant>,
  before: Expense | undefined,
): Promise<Kept<Expense>> {
  if (before && !mayChange(before)) return refusedWhole('EXPENSE_NOT_PENDING')
  const { rates, settings, serverTime } = session
  const latest = fiscalDayOf(notBefore(at, serverTime))
  const checked = checkExpense(written, { expenseId, latest, rates, settings })
  if (checked.kind === 'refused') return refused(...checked.refusals)
  if (await expenseWithCode(account.db, checked.expense.receiptCode, expenseId)) {
    return refused({ path: 'receiptCode', code: 'EXPENSE_CODE_REGISTERED' })
  }
  return kept({
    ...checked.expense,
    status: 'pending',
    id: expenseId,
    companyId: company.id,
    rev: before?.rev ?? 0,
    totals: expenseTotals(checked.expense),
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
): Promise<Kept<ExpenseRow>> {
  const { db } = account
  return keeping(db, deps, async () => {
    const author = await readAuthor(db)
    if ('kind' in author) return author
    return write(account, deps, input.expenseId, async (before) => {
      if (!before) return refusedWhole('EXPENSE_NOT_FOUND')
      if (!mayChange(before)) return refusedWhole('EXPENSE_NOT_PENDING')
      return kept({ ...before, status: input.status })
    })
  })
}
