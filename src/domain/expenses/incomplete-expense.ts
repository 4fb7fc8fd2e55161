import { sumCents } from '../money/cents.ts'
import type { AuthorityReceipt } from './authority-receipt.ts'
import { mayChange } from './change-status.ts'
import { checkExpense, type ExpenseRules, type UncheckedExpense } from './check-expense.ts'
import type { Expense, ExpensePart } from './expense.ts'
import { type ExpenseTax, expenseTotals } from './expense-totals.ts'
import { fillFromReceipt } from './fill-from-receipt.ts'
import {
  blankQuickForm,
  expenseFromForm,
  formFromExpense,
  type QuickExpenseForm,
} from './quick-expense-form.ts'
import { canBeLookedUp, ownReceiptCode, readReceiptCode } from './receipt-code.ts'

/**
 * An expense that was saved with nothing but its receipt: it counts 0 and cannot be processed until an amount is
 * typed, or filled in from the receipt.
 */
export function isIncomplete({ items }: Pick<Expense, 'items'>): boolean {
  return items.length === 0
}

/** Whether the form can be saved without an amount: a receipt is there that the rest can be filled in from. */
export function mayWaitForReceipt(form: QuickExpenseForm, simulated: boolean): boolean {
  if (form.amount !== undefined || form.items !== undefined) return false
  const code = readReceiptCode(form.receiptCode, simulated)?.code ?? ''
  return (form.files ?? []).length > 0 || canBeLookedUp({ code, time: form.receiptTime })
}

/** The parts that were not typed: of a new expense what is as in the blank form, of an edited one what was left alone. */
function untypedParts(form: QuickExpenseForm, blank: QuickExpenseForm): readonly ExpensePart[] {
  if (form.automatic) return form.automatic
  const parts: ExpensePart[] = ['figures']
  if (form.category === '') parts.push('category')
  if (form.vendorName === '' && form.vendorTaxNumber === '') parts.push('vendor')
  if (form.day === blank.day) parts.push('date')
  return parts
}

/** The expense of a form without an amount (`mayWaitForReceipt`). `blank` is the form before any input. */
export function incompleteFromForm(
  form: QuickExpenseForm,
  blank: QuickExpenseForm,
  tax: ExpenseTax,
  edited?: Pick<Expense, 'vendor'>,
): UncheckedExpense {
  const written = expenseFromForm({ ...form, category: form.category || 'OTHER' }, tax, edited)
  return { ...written, items: [], payments: [], automatic: untypedParts(form, blank) }
}

/** A receipt as it was read; the time where the paper has one. */
export type CompletingReceipt = AuthorityReceipt & { readonly time?: string }

/**
 * An incomplete expense with what its receipt says, or as it was where that gives no valid expense. Only parts that were
 * not typed are filled in, and they stay marked as automatic.
 */
export function completeFromReceipt(
  expense: Expense,
  receipt: CompletingReceipt,
  rules: Omit<ExpenseRules, 'expenseId'>,
): Expense {
  if (!mayChange(expense) || !isIncomplete(expense)) return expense
  const untyped = expense.automatic ?? []
  const form = formFromExpense(expense, ownReceiptCode(expense.id))
  const dated = untyped.includes('date')
  const blank = blankQuickForm(dated ? form.day : '', form.time)
  const filled = fillFromReceipt(form, blank, receipt, rules)
  const written = expenseFromForm(
    {
      ...filled,
      category: expense.category,
      ...(dated && receipt.time !== undefined ? { time: receipt.time.slice(0, 5) } : {}),
      ...(filled.receiptCode === '' ? { receiptCode: receipt.code, receiptTime: receipt.time } : {}),
    },
    rules,
    expense,
  )
  const checked = checkExpense(written, { ...rules, expenseId: expense.id })
  if (!checked.ok || sumCents(checked.value.items.map(({ unitAmount }) => unitAmount)) === 0) return expense
  return { ...expense, ...checked.value, automatic: untyped, totals: expenseTotals(checked.value) }
}
