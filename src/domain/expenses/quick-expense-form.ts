import { parseFiscalDay } from '../calendar/east-africa.ts'
import { toBasisPoints } from '../money/basis-points.ts'
import { type Cents, sumCents, ZERO_CENTS } from '../money/cents.ts'
import { THOUSANDTHS, toQuantity } from '../money/quantity.ts'
import type { TaxType } from '../tax/tax-type.ts'
import { oneLine } from '../text/one-line.ts'
import type { UncheckedExpense } from './check-expense.ts'
import {
  type Expense,
  type ExpenseAmountType,
  type ExpenseCategory,
  type ExpenseItem,
  type ExpenseMethod,
  type ExpenseVendor,
  NO_VENDOR,
} from './expense.ts'
import { type ExpenseFile, filesField } from './expense-files.ts'
import { type ExpenseTax, expenseRate, expenseTotals } from './expense-totals.ts'

/** Data of a vendor for which the quick form has no field of its own. */
export type ExtraVendorFields = Pick<ExpenseVendor, 'vatNumber' | 'phone' | 'serial'>

/** The quick form: one item, one payment. Texts are as typed; the amount is `undefined` while unreadable. */
export type QuickExpenseForm = {
  readonly amount: Cents | undefined
  readonly category: ExpenseCategory | ''
  /** A category that the company made; `category` is then `OTHER`. */
  readonly categoryId?: string | undefined
  readonly vendorName: string
  readonly vendorTaxNumber: string
  /** The vendor's record, while name and tax number are its own. */
  readonly vendorId?: string | undefined
  /** The vendor is not from Tanzania. */
  readonly vendorForeign?: boolean | undefined
  /** The vendor is kept for the next expense, once this one is saved. */
  readonly savesVendor?: boolean
  readonly day: string
  readonly time: string
  readonly receiptCode: string
  readonly note: string
  readonly method: ExpenseMethod
  readonly amountType: ExpenseAmountType
  readonly taxType: TaxType
  /** Absent in forms stored by an older version of the app. */
  readonly files?: readonly ExpenseFile[]
  /** The time of the receipt to the second, `HH:MM:SS`, where its code contains it: the authority requires it. */
  readonly receiptTime?: string | undefined
  /** How the code came into the form. */
  readonly way?: 'qr' | 'code' | undefined
  /** The vendor as the authority names them. */
  readonly seller?: ExpenseVendor | undefined
  /** Corrected data of the vendor besides name and tax number: asked for only where it was refused. */
  readonly vendorRest?: Partial<ExtraVendorFields>
  /** The items under several tax letters, for as long as the amount is their sum. */
  readonly receiptItems?: readonly ExpenseItem[]
}

/** An empty form at a moment of the day, with the usual values of a small shop's expense. */
export function blankQuickForm(day: string, time: string): QuickExpenseForm {
  return {
    amount: undefined,
    category: '',
    vendorName: '',
    vendorTaxNumber: '',
    day,
    time,
    receiptCode: '',
    note: '',
    method: 'CASH',
    amountType: 'NO_TAX',
    taxType: 'standard',
  }
}

/** The items of several letters that still apply; nothing once another amount or tax was chosen. */
export function currentReceiptItems(form: QuickExpenseForm): readonly ExpenseItem[] | undefined {
  const { receiptItems, amount, amountType } = form
  const same = receiptItems && sumCents(receiptItems.map(({ unitAmount }) => unitAmount)) === amount
  return same && amountType === 'INCLUSIVE' ? receiptItems : undefined
}

/**
 * Builds the expense of a quick form: one item, named by the note or else by the code of its category (a name would
 * be in the language of its author), and one payment over the whole total. `checkExpense` validates it. Values
 * without a field in the form stay as they are in the edited expense.
 */
export function expenseFromForm(
  form: QuickExpenseForm,
  tax: ExpenseTax,
  edited?: Pick<Expense, 'vendor'>,
): UncheckedExpense {
  const { amountType, taxType } = form
  const day = parseFiscalDay(form.day)
  const rate = day && expenseRate(tax, amountType, taxType, day)
  const items = currentReceiptItems(form) ?? [
    {
      description: oneLine(form.note) || form.category || 'OTHER',
      quantity: toQuantity(THOUSANDTHS),
      unitAmount: form.amount ?? ZERO_CENTS,
      taxType,
      rate: rate ?? toBasisPoints(0),
    },
  ]
  const { total } = expenseTotals({ amountType, items, payments: [] })
  const seller = form.seller?.taxNumber === form.vendorTaxNumber ? form.seller : undefined
  const named = {
    name: form.vendorName,
    taxNumber: form.vendorTaxNumber,
    ...(form.vendorForeign === true ? { foreign: true } : {}),
  }
  const { foreign: _, ...known } = seller ?? edited?.vendor ?? NO_VENDOR
  const vendor = { ...NO_VENDOR, ...known, ...form.vendorRest, ...named }
  const payments = [{ method: form.method, amount: total }]
  const { receiptCode, time, category, categoryId, vendorId, receiptTime } = form
  const receipt = { receiptCode, ...(receiptTime?.startsWith(`${time}:`) ? { receiptTime } : {}) }
  const files = filesField(form.files)
  const records = {
    ...(categoryId === undefined ? {} : { categoryId }),
    ...(vendorId === undefined ? {} : { vendorId }),
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
  }
}

/** Whether the quick form can show all of an expense: one item, or one for each tax letter, and one payment. */
export function fitsQuickForm(expense: Pick<Expense, 'amountType' | 'items' | 'payments'>): boolean {
  const single = expense.items.every(({ quantity }) => quantity === THOUSANDTHS)
  const letters = new Set(expense.items.map(({ taxType }) => taxType)).size
  const shown = expense.items.length === 1 || (expense.amountType === 'INCLUSIVE' && letters > 1)
  return expense.payments.length === 1 && single && shown
}

/** The note of an expense; '' when it has only its category. */
export function noteOf({ items, category }: Pick<Expense, 'items' | 'category'>): string {
  const written = items.map(({ description }) => description).filter((text) => text !== category)
  return written.join(', ')
}

/** The form of an expense that `fitsQuickForm`, for an edit. `ownCode` is its number where it has no receipt. */
export function formFromExpense(expense: Expense, ownCode: string): QuickExpenseForm {
  const [item] = expense.items
  const { category, categoryId, vendor, vendorId, day, time, amountType, items, receiptTime } = expense
  return {
    amount: items.length > 1 ? expense.totals.total : item?.unitAmount,
    category,
    ...(categoryId === undefined ? {} : { categoryId }),
    vendorName: vendor.name,
    vendorTaxNumber: vendor.taxNumber,
    ...(vendorId === undefined ? {} : { vendorId }),
    ...(vendor.foreign === true ? { vendorForeign: true } : {}),
    day,
    time,
    receiptCode: expense.receiptCode === ownCode ? '' : expense.receiptCode,
    note: noteOf(expense),
    method: expense.payments[0]?.method ?? 'CASH',
    amountType,
    taxType: item?.taxType ?? 'standard',
    ...filesField(expense.files),
    ...(items.length > 1 ? { receiptItems: items } : {}),
    ...(receiptTime === undefined ? {} : { receiptTime }),
  }
}
