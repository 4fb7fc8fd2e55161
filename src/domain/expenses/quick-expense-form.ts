import type { Cents } from '../money/cents.ts'
import type { ExchangeRate, ForeignCurrency } from '../money/currency.ts'
import type { Quantity } from '../money/quantity.ts'
import type { TaxType } from '../tax/tax-type.ts'
import type {
  ExpenseAmountType,
  ExpenseCategory,
  ExpenseMethod,
  ExpensePart,
  ExpenseVendor,
  TypedFigures,
} from './expense.ts'
import type { ExpenseFile } from './expense-files.ts'
import { isReceiptLink, type ReadReceiptCode } from './receipt-code.ts'

/** Data of a vendor for which the quick form has no field of its own. */
export type ExtraVendorFields = Pick<ExpenseVendor, 'vatNumber' | 'phone' | 'serial'>

/** One of several items as typed; a number is `undefined` while it cannot be read. Amounts are in the form's currency. */
export type ExpenseFormItem = {
  readonly description: string
  readonly quantity: Quantity | undefined
  readonly unitAmount: Cents | undefined
  readonly taxType: TaxType
}

/** One of several payments as typed. */
export type ExpenseFormPayment = {
  readonly method: ExpenseMethod
  readonly amount: Cents | undefined
  /** Something is typed that is no amount. */
  readonly unreadable?: boolean
}

/**
 * The quick form: one item and one payment, or as many as there are. Texts are as typed; the amount is `undefined`
 * while unreadable.
 */
export type QuickExpenseForm = {
  readonly amount: Cents | undefined
  /** Something is typed that is no amount. */
  readonly unreadable?: boolean
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
  /** What the person chose: no receipt, or one. Absent before they chose; see `saysNoReceipt`. */
  readonly withoutReceipt?: boolean | undefined
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
  readonly vendorRest?: Partial<ExtraVendorFields> | undefined
  /** Several items, instead of amount, note and tax type. */
  readonly items?: readonly ExpenseFormItem[] | undefined
  /** Several payments, instead of one by `method` over the whole total. */
  readonly payments?: readonly ExpenseFormPayment[] | undefined
  /** The currency of the typed amounts, where it is not the shilling. */
  readonly currency?: ForeignCurrency | undefined
  readonly currencyRate?: ExchangeRate | undefined
  /** Parts of an edited expense that no person typed. */
  readonly automatic?: readonly ExpensePart[]
  /** What was typed of the figures of an edited expense, before its receipt filled in the rest. */
  readonly typed?: TypedFigures
  /** Day and time before any input; absent in an edit, and in forms stored by an older version of the app. */
  readonly begun?: { readonly day: string; readonly time: string }
  /** The edited expense has an amount: it cannot wait for its receipt again. */
  readonly hadAmount?: boolean
  /** The receipt code with which the edited expense was opened. */
  readonly openedCode?: string
  /** What a receipt filled in; stored with the form, so that another receipt can be scanned after a reload too. */
  readonly receiptFill?: ReceiptFill
}

/** The fields that a receipt fills in, and those of the vendor's record that is found by it. */
export type ReceiptFilled = Pick<
  QuickExpenseForm,
  | 'amount'
  | 'amountType'
  | 'taxType'
  | 'items'
  | 'currency'
  | 'day'
  | 'note'
  | 'category'
  | 'categoryId'
  | 'vendorName'
  | 'vendorTaxNumber'
  | 'vendorId'
  | 'vendorForeign'
  | 'vendorRest'
>

/** Fields of a form before and after a receipt filled them in. */
export type ReceiptFill = { readonly before: ReceiptFilled; readonly after: ReceiptFilled }

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
    begun: { day, time },
  }
}

/**
 * A stored form, to be opened again: what could not be read was not stored. A day and time that no person chose are those
 * of now, as in a new form.
 */
export function reopened(stored: QuickExpenseForm, now: QuickExpenseForm): QuickExpenseForm {
  const { unreadable: _, payments, ...form } = stored
  return {
    ...form,
    ...(isUnchosenMoment(stored) && { day: now.day, time: now.time, begun: now.begun }),
    ...(payments && { payments: payments.map(({ method, amount }) => ({ method, amount })) }),
  }
}

function isUnchosenMoment({ day, time, begun }: QuickExpenseForm): boolean {
  return begun !== undefined && day === begun.day && time === begun.time
}

/** The form before any input, of one that was stored meanwhile (`undefined`: there was none) and is opened `now`. */
export function blankOf(stored: QuickExpenseForm | undefined, now: QuickExpenseForm): QuickExpenseForm {
  return stored?.begun && !isUnchosenMoment(stored)
    ? blankQuickForm(stored.begun.day, stored.begun.time)
    : now
}

/** The time of the receipt to the second, while the form has the minute that it is in. */
export function exactTime({ time, receiptTime }: QuickExpenseForm): string | undefined {
  return receiptTime?.startsWith(`${time}:`) ? receiptTime : undefined
}

/**
 * Whether a person typed the receipt code into its field. A scanned one, one of code entry and a pasted link are not typed;
 * the code with which an edited expense was opened may have come in any way.
 */
export function hasTypedCode({ way, receiptTime, receiptCode, openedCode }: QuickExpenseForm): boolean {
  if (way !== undefined || receiptTime !== undefined) return false
  // The link of a receipt without a time stays in the field as it was pasted.
  return receiptCode !== openedCode && !isReceiptLink(receiptCode)
}

/** Whether a person typed the time of a new form, which else is that of its opening or of the receipt's code. */
export function hasTypedTime(form: QuickExpenseForm, blank: Pick<QuickExpenseForm, 'time'>): boolean {
  return form.time !== blank.time && exactTime(form) === undefined
}

/**
 * Whether an expense is written without a receipt (tanzania-facts §11.27). Before a person chooses it is, as long as they
 * did not begin `byReceipt` (camera, code or file) and the form has neither code nor file.
 */
export function saysNoReceipt(form: QuickExpenseForm, byReceipt: boolean): boolean {
  const { withoutReceipt, receiptCode, files = [] } = form
  return withoutReceipt ?? (!byReceipt && receiptCode === '' && files.length === 0)
}

/** The form as it is saved: without the code of a receipt that there is none of, which stays in the form on the screen. */
export function withReceiptChosen(form: QuickExpenseForm, byReceipt: boolean): QuickExpenseForm {
  if (!saysNoReceipt(form, byReceipt)) return { ...form, withoutReceipt: false }
  return { ...form, withoutReceipt: true, receiptCode: '', receiptTime: undefined, way: undefined }
}

/** The form with the code of a receipt that a photo shows, unless it has one: what a person entered stays. */
export function withReadCode(form: QuickExpenseForm, { code, time }: ReadReceiptCode): QuickExpenseForm {
  if (form.receiptCode !== '' && form.withoutReceipt !== true) return form
  const minute = time?.slice(0, 5) ?? form.time
  const typed = form.begun !== undefined && hasTypedTime(form, form.begun)
  const exact = time === undefined ? {} : { receiptTime: time, time: typed ? form.time : minute }
  const chosen = form.withoutReceipt === true ? { withoutReceipt: false } : {}
  return { ...form, ...chosen, receiptCode: code, ...exact, way: 'qr' }
}

const PART_OF: Readonly<Partial<Record<keyof QuickExpenseForm, ExpensePart>>> = {
  amount: 'figures',
  items: 'figures',
  payments: 'figures',
  note: 'figures',
  amountType: 'figures',
  taxType: 'figures',
  category: 'category',
  vendorName: 'vendor',
  vendorTaxNumber: 'vendor',
  day: 'date',
  time: 'date',
}

/** The form after a person typed: parts that they changed are not automatic any more. */
export function withTyped(form: QuickExpenseForm, changed: Partial<QuickExpenseForm>): QuickExpenseForm {
  const next = { ...form, ...changed }
  if (form.automatic === undefined) return next
  const fields = Object.keys(changed) as (keyof QuickExpenseForm)[]
  const typed = new Set(
    fields.filter((field) => changed[field] !== form[field]).map((field) => PART_OF[field]),
  )
  return { ...next, automatic: form.automatic.filter((part) => !typed.has(part)) }
}
