import { isDeepStrictEqual } from 'node:util'
import type { OperationBody } from '#contract/operations.ts'
import { addDays, fiscalDayOf } from '#domain/calendar/east-africa.ts'
import { mayChange } from '#domain/expenses/change-status.ts'
import { checkExpense } from '#domain/expenses/check-expense.ts'
import type { Expense, ExpenseFields } from '#domain/expenses/expense.ts'
import { filesField, mergeFiles } from '#domain/expenses/expense-files.ts'
import { expenseTotals } from '#domain/expenses/expense-totals.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { recordAudit } from '../../storage/audit.ts'
import { findCompany } from '../../storage/companies.ts'
import { planLookUp } from '../../storage/expense-look-ups.ts'
import { findExpenseByCode, lockExpense, saveExpenseRow } from '../../storage/expenses.ts'
import { findCompanyIdentity } from '../../storage/fiscal-identities.ts'
import { requireRight } from '../context.ts'
import { companyRates } from '../fiscal/company-rates.ts'
import { refuseFields } from '../invoices/refuse-fields.ts'
import { Refusal } from '../refusal.ts'
import { expenseChange } from '../sync/change-of-record.ts'
import type { Executed, Execution } from '../sync/execution.ts'
import { mergeFields } from '../sync/merge-fields.ts'

type Body = OperationBody<'expense.save'>

function fieldsOf(expense: Expense): ExpenseFields {
  const { receiptCode, receiptTime, day, time, category, vendor, amountType, items, payments, status } =
    expense
  const receipt = { receiptCode, ...(receiptTime === undefined ? {} : { receiptTime }) }
  const files = filesField(expense.files)
  return { ...receipt, day, time, category, vendor, amountType, items, payments, status, ...files }
}

/**
 * Amounts are merged as one: items of one phone and payments of another would not come to the same total. So are the
 * code of a receipt and its time, which prove nothing apart. Files are a set, merged by itself.
 */
function inParts(fields: ExpenseFields) {
  const { amountType, items, payments, receiptCode, receiptTime, files: _, ...rest } = fields
  const receipt = { receiptCode, ...(receiptTime === undefined ? {} : { receiptTime }) }
  return { ...rest, receipt, figures: { amountType, items, payments } }
}

function whole({ figures, receipt, ...rest }: ReturnType<typeof inParts>): ExpenseFields {
  return { ...rest, ...receipt, ...figures }
}

/** The fields in stored form; refuses what the rules refuse. A phone whose clock is right may be past midnight first. */
async function checkedFields(
  execution: Execution,
  id: string,
  written: ExpenseFields,
): Promise<ExpenseFields> {
  const settings = (await findCompany(execution.tx, execution.scope))?.settings
  const checked = checkExpense(written, {
    expenseId: id,
    latest: addDays(fiscalDayOf(execution.at), 1),
    rates: companyRates(await findCompanyIdentity(execution.tx, execution.scope)),
    settings: { ...DEFAULT_SETTINGS, ...settings },
  })
  if (checked.kind === 'refused') refuseFields(checked.refusals)
  const { receiptTime: _, ...rest } = written
  return { ...rest, ...(checked.kind === 'ok' ? checked.expense : {}) }
}

/** A receipt is registered once (spec §8): the answer names the expense that has it. */
async function refuseTakenCode({ tx, scope }: Execution, expense: Expense): Promise<void> {
  if (expense.status === 'canceled') return
  const existingId = await findExpenseByCode(tx, scope, expense)
  if (existingId === undefined) return
  throw new Refusal('EXPENSE_CODE_REGISTERED', {
    fields: [{ path: 'receiptCode', code: 'EXPENSE_CODE_REGISTERED' }],
    data: { existingId },
  })
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
  const current = await lockExpense(tx, scope, id)
  if (current === undefined && body.base !== null) throw new Refusal('EXPENSE_NOT_FOUND')
  const { merged, overruled } = current
    ? mergeFields(inParts(fieldsOf(current)), body.base && inParts(body.base), inParts(body.fields))
    : { merged: inParts(body.fields), overruled: [] }
  const files = mergeFiles(current?.files, body.base?.files, body.fields.files)
  const fields = await checkedFields(execution, id, { ...whole(merged), ...filesField(files) })
  if (current && !mayChange(current)) {
    if (!isDeepStrictEqual(fieldsOf(current), fields)) throw new Refusal('EXPENSE_NOT_PENDING')
    return { change: expenseChange(current), changed: [] }
  }
  const sameReceipt =
    current?.receiptCode === fields.receiptCode && current.receiptTime === fields.receiptTime
  const expense: Expense = {
    ...fields,
    ...(sameReceipt && current.authority && { authority: current.authority }),
    id,
    companyId: scope.companyId,
    rev: (current?.rev ?? 0) + 1,
    totals: expenseTotals(fields),
    createdBy: current?.createdBy ?? context.actor.userId,
    createdByName: current?.createdByName ?? context.operatorName,
    createdAt: current?.createdAt ?? body.createdAt,
  }
  await refuseTakenCode(execution, expense)
  await saveExpenseRow(tx, scope, expense, at)
  if (!sameReceipt) {
    await planLookUp(tx, scope, id, { at: fields.receiptTime === undefined ? null : at, lookUps: 0 })
  }
  if (overruled.length > 0) {
    await recordAudit(tx, {
      companyId: scope.companyId,
      userId: context.actor.userId,
      at,
      action: 'expense.overrule',
      subject: `expense:${id}`,
      detail: { overruled },
    })
  }
  return { change: expenseChange(expense), changed: [{ t: 'expense', id }] }
}
