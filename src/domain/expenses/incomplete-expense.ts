import { parseFiscalDay } from '../calendar/east-africa.ts'
import { sumCents } from '../money/cents.ts'
import type { FieldRefusal } from '../refusal.ts'
import { oneLine } from '../text/one-line.ts'
import type { AuthorityReceipt } from './authority-receipt.ts'
import { mayChange } from './change-status.ts'
import { checkExpense, type ExpenseRules, type UncheckedExpense } from './check-expense.ts'
import type { Expense, ExpensePart, TypedFigures } from './expense.ts'
import { expenseFromForm, inShillings } from './expense-from-form.ts'
import type { ExpenseRefusal } from './expense-refusals.ts'
import { type ExpenseTax, expenseTotals } from './expense-totals.ts'
import { figuresUnder, fillFromReceipt } from './fill-from-receipt.ts'
import { formFromExpense } from './form-from-expense.ts'
import { blankQuickForm, exactTime, hasTypedTime, type QuickExpenseForm } from './quick-expense-form.ts'
import { canBeLookedUp, ownReceiptCode, readReceiptCode } from './receipt-code.ts'
import { typedPayments } from './typed-figures.ts'

/**
 * An expense that was saved with nothing but its receipt: it counts 0 and cannot be processed until an amount is
 * typed, or filled in from the receipt.
 */
export function isIncomplete({ items }: Pick<Expense, 'items'>): boolean {
  return items.length === 0
}

/** What an expense lacks to be marked as processed. */
export function missingToProcess(
  expense: Pick<Expense, 'items' | 'automatic'>,
): readonly FieldRefusal<ExpenseRefusal>[] {
  if (!isIncomplete(expense)) return []
  const amount = { path: 'items.0.unitAmount', code: 'EXPENSE_AMOUNT_NOT_POSITIVE' } as const
  // What its receipt fills in may be processed without one.
  const category = { path: 'category', code: 'EXPENSE_CATEGORY_REQUIRED' } as const
  return expense.automatic?.includes('category') ? [amount, category] : [amount]
}

/** Whether the form can be saved without an amount: a receipt is there that the rest can be filled in from. */
export function mayWaitForReceipt(form: QuickExpenseForm, simulated: boolean): boolean {
  const { amount, items, payments, unreadable, hadAmount } = form
  if (amount !== undefined || items !== undefined || hadAmount === true) return false
  if (unreadable === true || payments?.some((payment) => payment.unreadable)) return false
  const code = readReceiptCode(form.receiptCode, simulated)?.code ?? ''
  return (form.files ?? []).length > 0 || canBeLookedUp({ code, time: exactTime(form) })
}

/** The parts that were not typed: of a new expense what is as in the blank form, of an edited one what was left alone. */
function untypedParts(form: QuickExpenseForm, blank: QuickExpenseForm): readonly ExpensePart[] {
  // The amount is left to the receipt, whatever else was typed of the figures.
  if (form.automatic) return [...new Set<ExpensePart>(['figures', ...form.automatic])]
  const parts: ExpensePart[] = ['figures']
  if (form.category === '') parts.push('category')
  if (form.vendorName === '' && form.vendorTaxNumber === '') parts.push('vendor')
  if (form.day === blank.day && !hasTypedTime(form, blank)) parts.push('date')
  return parts
}

/** What a person typed of the figures of a form without an amount; `undefined`: all of them are left to the receipt. */
function typedFigures(form: QuickExpenseForm): TypedFigures | undefined {
  const note = oneLine(form.note)
  const payments = form.payments?.map(({ method, amount }) => ({
    method,
    ...(amount === undefined ? {} : { amount: inShillings(form, amount) }),
  }))
  const single = form.method === 'CASH' ? undefined : [{ method: form.method }]
  const paid = payments ?? single
  const typed = {
    ...(note === '' ? {} : { note }),
    // Shown only where the amount has VAT.
    ...(form.amountType === 'NO_TAX' || form.taxType === 'standard' ? {} : { taxType: form.taxType }),
    ...(paid === undefined ? {} : { payments: paid }),
  }
  return Object.keys(typed).length === 0 ? undefined : typed
}

/** The expense of a form without an amount (`mayWaitForReceipt`). `blank` is the form before any input. */
export function incompleteFromForm(
  form: QuickExpenseForm,
  blank: QuickExpenseForm,
  tax: ExpenseTax,
  edited?: Pick<Expense, 'vendor'>,
): UncheckedExpense {
  const { typed: _, ...written } = expenseFromForm(
    { ...form, category: form.category || 'OTHER' },
    tax,
    edited,
  )
  const typed = typedFigures(form)
  return {
    ...written,
    items: [],
    payments: [],
    automatic: untypedParts(form, blank),
    ...(typed === undefined ? {} : { typed }),
  }
}

/** The amounts of the receipt with the VAT that a person chose before there was an amount. */
function chosenFigures(
  { amountType, typed }: Expense,
  filled: QuickExpenseForm,
  receipt: AuthorityReceipt,
  tax: ExpenseTax,
): Partial<QuickExpenseForm> {
  const day = parseFiscalDay(filled.day)
  if (amountType === 'NO_TAX' || day === undefined) return {}
  const note = typed?.note ?? ''
  return figuresUnder({ amountType, taxType: typed?.taxType }, receipt, tax, { day, note })
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
  const dated = untyped.includes('date')
  // The receipt is in shillings, as the stored amounts are.
  const {
    currency,
    currencyRate,
    payments: _,
    ...form
  } = formFromExpense(expense, ownReceiptCode(expense.id))
  const filled = fillFromReceipt(form, blankQuickForm(dated ? form.day : '', form.time), receipt, rules)
  const time = receipt.time ?? expense.receiptTime
  const written = expenseFromForm(
    {
      ...filled,
      ...chosenFigures(expense, filled, receipt, rules),
      category: expense.category,
      ...(dated && time !== undefined ? { time: time.slice(0, 5) } : {}),
      ...(filled.receiptCode === '' ? { receiptCode: receipt.code, receiptTime: receipt.time } : {}),
    },
    rules,
    expense,
  )
  const payments = typedPayments(expense.typed, expenseTotals({ ...written, payments: [] }).total)
  if (payments === undefined) return expense
  const paidIn = currency === undefined || currencyRate === undefined ? {} : { currency, currencyRate }
  const checked = checkExpense(
    { ...written, ...paidIn, payments },
    { ...rules, expenseId: expense.id, recorded: expense },
  )
  if (!checked.ok || sumCents(checked.value.items.map(({ unitAmount }) => unitAmount)) === 0) return expense
  // A time that a person typed is not the receipt's.
  const { receiptTime: __, ...rest } = expense
  return { ...rest, ...checked.value, automatic: untyped, totals: expenseTotals(checked.value) }
}
