import { isDeepStrictEqual } from 'node:util'
import { expenseFields } from '#contract/expense-body.ts'
import type { OperationBody } from '#contract/operations.ts'
import type { Expense, ExpenseFields, ExpensePart } from '#domain/expenses/expense.ts'
import { filesField, mergeFiles } from '#domain/expenses/expense-files.ts'
import { isIncomplete } from '#domain/expenses/incomplete-expense.ts'
import { withTypedFigures } from '#domain/expenses/typed-figures.ts'
import { mergeFields, type OverwrittenField } from '../operations/merge-fields.ts'

type Body = Pick<OperationBody<'expense.save'>, 'base' | 'fields'>

/**
 * Amounts are merged as one: items of one phone and payments of another would not come to the same total. So are the
 * code of a receipt and its time, which prove nothing apart, a category and a vendor with their records, a currency
 * and its rate. Files are a set, merged by itself, and so are the parts that were not typed.
 */
function toMergeParts(fields: ExpenseFields) {
  const { amountType, items, payments, typed, receiptCode, receiptTime, ...others } = fields
  const { files: _, automatic: __, category, categoryId, vendor, vendorId, ...further } = others
  const { currency, currencyRate, ...rest } = further
  const receipt = { receiptCode, ...(receiptTime === undefined ? {} : { receiptTime }) }
  const kind = { category, ...(categoryId === undefined ? {} : { categoryId }) }
  const seller = { vendor, ...(vendorId === undefined ? {} : { vendorId }) }
  const paidIn = currency === undefined || currencyRate === undefined ? {} : { currency, currencyRate }
  const figures = { amountType, items, payments, ...(typed === undefined ? {} : { typed }) }
  return { ...rest, receipt, kind, seller, paidIn, figures }
}

type Parts = ReturnType<typeof toMergeParts>

function fromMergeParts(parts: Parts): ExpenseFields {
  const { figures, receipt, kind, seller, paidIn, ...rest } = parts
  return { ...rest, ...receipt, ...kind, ...seller, ...paidIn, ...figures }
}

/** Parts of an expense that an edit changed. */
function changedParts(before: Parts, after: Parts): ReadonlySet<ExpensePart> {
  const isChanged: Readonly<Record<ExpensePart, boolean>> = {
    figures: !isDeepStrictEqual(before.figures, after.figures),
    category: !isDeepStrictEqual(before.kind, after.kind),
    vendor: !isDeepStrictEqual(before.seller, after.seller),
    date: before.day !== after.day || before.time !== after.time,
  }
  return new Set((Object.keys(isChanged) as ExpensePart[]).filter((part) => isChanged[part]))
}

/** The parts that no person typed, on any phone: typed on one is typed, though another one has not heard of it. */
function mergeAutomatic(current: ExpenseFields | undefined, { base, fields }: Body): readonly ExpensePart[] {
  if (current === undefined) return fields.automatic ?? []
  const known = current.automatic ?? []
  const isUnaware = base !== null && base.automatic === undefined && fields.automatic === undefined
  if (!isUnaware) return known.filter((part) => fields.automatic?.includes(part))
  // An older app does not send them: what it left as it was is as automatic as before.
  const changed = changedParts(toMergeParts(base), toMergeParts(fields))
  return known.filter((part) => !changed.has(part))
}

/**
 * What is sent, where the receipt filled the figures in before a phone heard of it: they stay, with what the person typed
 * on that phone meanwhile.
 */
function withFilledFigures(current: ExpenseFields, { base, fields }: Body): ExpenseFields {
  if (base === null || isIncomplete(current) || !isIncomplete(base) || !isIncomplete(fields)) return fields
  const isTyped =
    current.automatic?.includes('figures') === true && !isDeepStrictEqual(base.typed, fields.typed)
  const { typed: _, ...rest } = fields
  const { amountType, items, payments, typed } = current
  const filled = { amountType, items, payments, ...(typed === undefined ? {} : { typed }) }
  return { ...rest, ...(isTyped ? withTypedFigures(filled, fields.typed) : filled) }
}

/** What a phone sends of an expense, merged with what was changed meanwhile; and what that overwrites. */
export function mergeExpense(
  current: Expense | undefined,
  { base, fields }: Body,
): { readonly fields: ExpenseFields; readonly overwritten: readonly OverwrittenField[] } {
  const automatic = mergeAutomatic(current, { base, fields })
  const { merged, overwritten } = current
    ? mergeFields(
        toMergeParts(expenseFields(current)),
        base && toMergeParts(base),
        toMergeParts(withFilledFigures(current, { base, fields })),
      )
    : { merged: toMergeParts(fields), overwritten: [] }
  const files = mergeFiles(current?.files, base?.files, fields.files)
  return {
    fields: {
      ...fromMergeParts(merged),
      ...filesField(files),
      ...(automatic.length > 0 ? { automatic } : {}),
    },
    overwritten,
  }
}
