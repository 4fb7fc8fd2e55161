import { isDeepStrictEqual } from 'node:util'
import { expenseFields } from '#contract/expense-body.ts'
import type { OperationBody } from '#contract/operations.ts'
import { addDays, fiscalDayOf } from '#domain/calendar/east-africa.ts'
import { findingAfterEdit, isSameReceipt } from '#domain/expenses/authority-finding.ts'
import { mayChange } from '#domain/expenses/change-status.ts'
import { checkExpense } from '#domain/expenses/check-expense.ts'
import type { Expense, ExpenseFields } from '#domain/expenses/expense.ts'
import { expenseTotals } from '#domain/expenses/expense-totals.ts'
import { isIncomplete } from '#domain/expenses/incomplete-expense.ts'
import { isBeingRead, isReadable } from '#domain/expenses/reading.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { Refusal } from '../../ports/refusal.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { findCompany } from '../../storage/accounts/companies.ts'
import { lockDocument, upsertDocuments } from '../../storage/catalogue/documents.ts'
import { updateLookUp } from '../../storage/catalogue/expense-look-ups.ts'
import { scheduleReading } from '../../storage/catalogue/expense-readings.ts'
import { findExpenseIdByCode } from '../../storage/catalogue/expenses.ts'
import { actedBy, requireRight } from '../context.ts'
import { readCompanyRates } from '../fiscal/company-rates.ts'
import { auditOverwritten } from '../operations/audit-overwritten.ts'
import type { Executed, Execution } from '../operations/execution.ts'
import { expenseChange } from '../operations/feed-changes.ts'
import { refuseFields } from '../operations/refuse-fields.ts'
import { findReturnedAuthor, isFromBeforeRestore } from '../recovery/returned-author.ts'
import { mergeExpense } from './merge-expense.ts'

type Body = OperationBody<'expense.save'>

/**
 * The fields in stored form; refuses what the rules refuse, of a change those parts that are not as recorded. A phone whose
 * clock is right may be past midnight first.
 */
async function validateFields(
  execution: Execution,
  id: string,
  fields: ExpenseFields,
  recorded: ExpenseFields | undefined,
): Promise<ExpenseFields> {
  const settings = (await findCompany(execution.tx, execution.scope))?.settings
  const checked = checkExpense(fields, {
    expenseId: id,
    latest: addDays(fiscalDayOf(execution.at), 1),
    rates: await readCompanyRates(execution.tx, execution.scope),
    settings: { ...DEFAULT_SETTINGS, ...settings },
    recorded,
  })
  if (!checked.ok) refuseFields(checked.refusals)
  if (fields.status === 'processed' && isIncomplete(fields)) {
    refuseFields([{ path: 'items.0.unitAmount', code: 'EXPENSE_AMOUNT_NOT_POSITIVE' }])
  }
  const { receiptTime: _, categoryId: __, typed: ___, ...rest } = fields
  return { ...rest, ...(checked.ok ? checked.value : {}) }
}

/** A receipt is registered once (spec §8): the answer names the expense that has it. */
async function refuseRegisteredCode({ tx, scope }: Execution, expense: Expense): Promise<void> {
  if (expense.status === 'canceled') return
  const existingId = await findExpenseIdByCode(tx, scope, expense)
  if (existingId === undefined) return
  throw new Refusal('EXPENSE_CODE_REGISTERED', {
    fields: [{ path: 'receiptCode', code: 'EXPENSE_CODE_REGISTERED' }],
    data: { existingId },
  })
}

/** What a phone says of an expense that it returns to a restored server, when it may be from before the restore. */
async function findReturned(execution: Execution, { createdAt, returned }: Body): Promise<Body['returned']> {
  return returned && (await isFromBeforeRestore(execution, createdAt)) ? returned : undefined
}

/** Who recorded a new expense: the sender, or who it was of one that is returned. */
async function findRecorder(
  execution: Execution,
  returned: Body['returned'],
): Promise<Pick<Expense, 'createdBy' | 'createdByName'>> {
  const { actor, operatorName } = execution.context
  const author = returned && (await findReturnedAuthor(execution, returned.byId))
  return { createdBy: author?.id ?? actor.userId, createdByName: author?.name ?? operatorName }
}

/** Records in the audit who sent a new expense that names another person as its author; does nothing for an own one. */
async function auditReturned(
  { context, tx, scope, at }: Execution,
  { id, createdBy, createdByName }: Expense,
): Promise<void> {
  if (createdBy === context.actor.userId) return
  await insertAuditEntry(tx, {
    companyId: scope.companyId,
    ...actedBy(context),
    at,
    action: 'expense.return',
    subject: `expense:${id}`,
    detail: { createdBy, createdByName },
  })
}

/** Whether the VAT was changed, and the authority's answer is from before its VAT was kept: it is asked again. */
function isUncomparable(before: Expense | undefined, { authority, totals, status }: Expense): boolean {
  if (authority === undefined || authority.total === null || authority.tax !== undefined) return false
  return status !== 'canceled' && before?.totals.vat !== totals.vat
}

/** Whether an edit removed a file. */
function losesFile(before: Expense | undefined, { files = [] }: Expense): boolean {
  const left = new Set(files.map(({ sha256 }) => sha256))
  return (before?.files ?? []).some(({ sha256 }) => !left.has(sha256))
}

/**
 * Saves an expense: new, edited, marked as processed or canceled. Edits of several phones are merged; one that is not
 * pending any more stays as it is (spec §4), and who says the same of it again is answered that it is done. A receipt
 * with the time that proves it is looked up at the authority afterwards.
 */
export async function saveExpense(execution: Execution, body: Body): Promise<Executed> {
  const { context, tx, scope, at } = execution
  requireRight(context, 'expense.save', scope)
  const id = body.expenseId
  const current = await lockDocument(tx, scope, 'expenses', id)
  if (current === undefined && body.base !== null) throw new Refusal('EXPENSE_NOT_FOUND')
  const { fields: merged, overwritten } = mergeExpense(current, body)
  const returned = await findReturned(execution, body)
  // What is returned was accepted already, perhaps under settings that are newer than the backup.
  const fields = await validateFields(execution, id, merged, returned ? body.fields : current)
  if (current && !mayChange(current)) {
    if (!isDeepStrictEqual(expenseFields(current), fields)) throw new Refusal('EXPENSE_NOT_PENDING')
    return { change: expenseChange(current), changed: [] }
  }
  const totals = expenseTotals(fields)
  const recorder = current ?? (await findRecorder(execution, returned))
  const expense: Expense = {
    ...fields,
    ...findingAfterEdit(current, { ...fields, totals }),
    ...(current?.reading && isReadable(fields) && { reading: current.reading }),
    id,
    companyId: scope.companyId,
    rev: (current?.rev ?? 0) + 1,
    totals,
    createdBy: recorder.createdBy,
    createdByName: recorder.createdByName,
    createdAt: current?.createdAt ?? body.createdAt,
  }
  await refuseRegisteredCode(execution, expense)
  await upsertDocuments(tx, scope, 'expenses', [expense], at)
  if (!isSameReceipt(current, fields) || isUncomparable(current, expense)) {
    await updateLookUp(tx, scope, id, { at: fields.receiptTime === undefined ? null : at, lookUps: 0 })
  }
  if (current?.reading && !expense.reading) await scheduleReading(tx, scope, id, null)
  // What a running attempt found may be in a file that is not there any more: another attempt begins.
  else if (isBeingRead(expense) && losesFile(current, expense)) await scheduleReading(tx, scope, id, at)
  await auditOverwritten(execution, 'expense', id, overwritten)
  if (current === undefined) await auditReturned(execution, expense)
  return { change: expenseChange(expense), changed: [{ t: 'expense', id }] }
}
