import { parseFiscalDay } from '../calendar/east-africa.ts'
import { toBasisPoints } from '../money/basis-points.ts'
import { type Cents, minusCents, sumCents, ZERO_CENTS } from '../money/cents.ts'
import { toShillings } from '../money/currency.ts'
import { THOUSANDTHS, toQuantity } from '../money/quantity.ts'
import { oneLine } from '../text/one-line.ts'
import type { UncheckedExpense } from './check-expense.ts'
import {
  type Expense,
  type ExpenseItem,
  type ExpensePayment,
  type ExpenseTotals,
  NO_VENDOR,
} from './expense.ts'
import { filesField } from './expense-files.ts'
import { type ExpenseTax, expenseRate, expenseTotals } from './expense-totals.ts'
import { knownVendor } from './known-vendor.ts'
import { type ExpenseFormItem, exactTime, type QuickExpenseForm } from './quick-expense-form.ts'

/** One piece: a single item is for its whole amount. */
export const ONE = toQuantity(THOUSANDTHS)

/** The items as typed: several, or the one that amount, note and tax type describe. */
export function formItems(form: QuickExpenseForm): readonly ExpenseFormItem[] {
  if (form.items) return form.items
  const description = oneLine(form.note) || form.category || 'OTHER'
  return [{ description, quantity: ONE, unitAmount: form.amount, taxType: form.taxType }]
}

/** What items and payments come to in the currency of the form: for the form to show while it is typed. */
export function formTotals(form: QuickExpenseForm, tax: ExpenseTax): ExpenseTotals {
  const { currency: _, currencyRate: __, ...typed } = form
  return expenseTotals(expenseFromForm(typed, tax))
}

function toStoredItems(form: QuickExpenseForm, tax: ExpenseTax): readonly ExpenseItem[] {
  const day = parseFiscalDay(form.day)
  return formItems(form).map(({ description, quantity, unitAmount = ZERO_CENTS, taxType }) => ({
    description,
    quantity: quantity ?? toQuantity(0),
    unitAmount: inShillings(form, unitAmount),
    taxType,
    rate: (day && expenseRate(tax, form.amountType, taxType, day)) ?? toBasisPoints(0),
  }))
}

/** An amount of a form in shillings, as it is stored. */
export function inShillings({ currencyRate }: QuickExpenseForm, amount: Cents): Cents {
  return currencyRate === undefined ? amount : toShillings(amount, currencyRate)
}

/** Payments that come to this total: what a conversion rounded away is added to the largest. */
export function completed<Payment extends { readonly amount: Cents }>(
  payments: readonly Payment[],
  total: Cents,
): readonly Payment[] {
  const difference = minusCents(total, sumCents(payments.map(({ amount }) => amount)))
  const most = Math.max(...payments.map(({ amount }) => amount))
  const largest = payments.find(({ amount }) => amount === most)
  return payments.map((one) =>
    one === largest ? { ...one, amount: sumCents([one.amount, difference]) } : one,
  )
}

function toStoredPayments(form: QuickExpenseForm, tax: ExpenseTax, total: Cents): readonly ExpensePayment[] {
  if (!form.payments) return [{ method: form.method, amount: total }]
  const payments = form.payments.map(({ method, amount = ZERO_CENTS }) => {
    return { method, amount: inShillings(form, amount) }
  })
  const converts = form.currencyRate !== undefined && formTotals(form, tax).balance === 0
  return converts ? completed(payments, total) : payments
}

/**
 * Builds the expense of a form. A single item is named by the note or else by the code of its category (a name would
 * be in the language of its author), and a single payment is over the whole total. `checkExpense` validates it.
 * Values without a field in the form stay as they are in the edited expense.
 */
export function expenseFromForm(
  form: QuickExpenseForm,
  tax: ExpenseTax,
  edited?: Pick<Expense, 'vendor'>,
): UncheckedExpense {
  const { amountType } = form
  const items = toStoredItems(form, tax)
  const { total } = expenseTotals({ amountType, items, payments: [] })
  const named = {
    name: form.vendorName,
    taxNumber: form.vendorTaxNumber,
    ...(form.vendorForeign === true ? { foreign: true } : {}),
  }
  const { foreign: _, ...known } = knownVendor(form, edited?.vendor)
  const vendor = { ...NO_VENDOR, ...known, ...form.vendorRest, ...named }
  const payments = toStoredPayments(form, tax, total)
  const { receiptCode, time, category, categoryId, vendorId, currency, currencyRate, typed } = form
  const receiptTime = exactTime(form)
  const receipt = {
    receiptCode,
    ...(receiptTime === undefined ? {} : { receiptTime }),
    ...(form.withoutReceipt === false ? { hasReceipt: true } : {}),
  }
  const files = filesField(form.files)
  const records = {
    ...(categoryId === undefined ? {} : { categoryId }),
    ...(vendorId === undefined ? {} : { vendorId }),
    ...(currency === undefined ? {} : { currency }),
    ...(currency === undefined || currencyRate === undefined ? {} : { currencyRate }),
  }
  return {
    ...receipt,
    day: form.day,
    time,
    category,
    vendor,
    ...records,
    amountType,
    items,
    payments,
    ...files,
    ...(form.automatic?.length ? { automatic: form.automatic } : {}),
    ...(typed && form.automatic?.includes('figures') ? { typed } : {}),
  }
}

/** The form with its one item as the first of several. */
export function withSeveralItems(form: QuickExpenseForm): QuickExpenseForm {
  const items = formItems({ ...form, note: form.note || '' })
  return { ...form, items: items.map((item) => ({ ...item, description: form.note })) }
}

/** The form with its one payment as the first of several; its amount is not known before the total is. */
export function withSeveralPayments(form: QuickExpenseForm, tax: ExpenseTax): QuickExpenseForm {
  const { total } = formTotals({ ...form, payments: undefined }, tax)
  return { ...form, payments: [{ method: form.method, amount: total || undefined }] }
}
