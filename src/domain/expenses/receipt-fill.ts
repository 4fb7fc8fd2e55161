import type { QuickExpenseForm, ReceiptFill, ReceiptFilled } from './quick-expense-form.ts'
import { type ReadReceiptCode, readReceiptCode } from './receipt-code.ts'

type Group = (form: ReceiptFilled) => Partial<QuickExpenseForm>

/** What is put back together: amounts with another VAT, or in another currency, are other amounts. */
const GROUPS: readonly Group[] = [
  ({ amount, amountType, taxType, items, currency }) => ({ amount, amountType, taxType, items, currency }),
  ({ vendorName }) => ({ vendorName }),
  ({ vendorTaxNumber }) => ({ vendorTaxNumber }),
  ({ day }) => ({ day }),
  ({ note }) => ({ note }),
  ({ category, categoryId }) => ({ category, categoryId }),
]

function filledFields(form: QuickExpenseForm): ReceiptFilled {
  const { amount, amountType, taxType, items, currency, day, note, category, categoryId } = form
  const { vendorName, vendorTaxNumber, vendorId, vendorForeign, vendorRest } = form
  return {
    ...{ amount, amountType, taxType, items, currency, day, note, category, categoryId },
    ...{ vendorName, vendorTaxNumber, vendorId, vendorForeign, vendorRest },
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The form that a receipt filled in, which keeps what it was before: another receipt may be scanned instead. */
export function withFill(before: QuickExpenseForm, filled: QuickExpenseForm): QuickExpenseForm {
  const receiptFill: ReceiptFill = { before: filledFields(before), after: filledFields(filled) }
  return { ...filled, receiptFill }
}

/**
 * The form without what a receipt filled in. What was typed since stays: only fields that are still as the receipt left
 * them are put back.
 */
export function withoutFill(form: QuickExpenseForm): QuickExpenseForm {
  const { receiptFill, ...rest } = form
  if (receiptFill === undefined) return form
  const { before, after } = receiptFill
  const isOtherVendor =
    form.vendorTaxNumber === after.vendorTaxNumber && before.vendorTaxNumber !== after.vendorTaxNumber
  // The record of a vendor is found by its tax number and goes with it.
  const { vendorId, vendorForeign, vendorRest } = isOtherVendor ? before : form
  let start: QuickExpenseForm = { ...rest, seller: undefined, vendorId, vendorForeign, vendorRest }
  for (const group of GROUPS) {
    if (isSame(group(form), group(after))) start = { ...start, ...group(before) }
  }
  return start
}

/** Whether the form has this code already, with its time where one was read. */
export function hasReceipt(
  form: Pick<QuickExpenseForm, 'receiptCode' | 'receiptTime'>,
  { code, time }: ReadReceiptCode,
  simulated: boolean,
): boolean {
  const isSameCode = readReceiptCode(form.receiptCode, simulated)?.code === code
  return isSameCode && (time === undefined || time === form.receiptTime)
}

/** The form with the code of another receipt than it had; as it was where it is the same one. */
export function withReceipt(
  form: QuickExpenseForm,
  way: 'qr' | 'code',
  read: ReadReceiptCode,
  simulated: boolean,
): QuickExpenseForm {
  // One who reads a receipt has one.
  const chosen = form.withoutReceipt === true ? { ...form, withoutReceipt: false } : form
  if (hasReceipt(chosen, read, simulated)) return chosen
  const { code: receiptCode, time } = read
  const minute = time === undefined ? {} : { time: time.slice(0, 5) }
  return { ...withoutFill(chosen), receiptCode, receiptTime: time, seller: undefined, way, ...minute }
}
