import { type Cents, minusCents, sumCents, ZERO_CENTS } from '../money/cents.ts'
import { fromShillings } from '../money/currency.ts'
import type { FieldRefusal } from '../refusal.ts'
import { oneLine } from '../text/one-line.ts'
import type { ExpenseFields, ExpenseFigures, ExpenseMethod, ExpensePayment, TypedFigures } from './expense.ts'
import type { ExpenseRefusal } from './expense-refusals.ts'
import { expenseTotals } from './expense-totals.ts'

/**
 * Payments over the total of a receipt, as a person typed them: the first without an amount is over what the others
 * leave open, and in cash where there is none. `undefined` where the typed amounts come to more than the total.
 */
export function typedPayments(
  typed: TypedFigures | undefined,
  total: Cents,
): readonly ExpensePayment[] | undefined {
  const written = typed?.payments ?? []
  const rest = minusCents(total, sumCents(written.map(({ amount }) => amount ?? ZERO_CENTS)))
  if (rest < 0) return undefined
  const open = written.findIndex(({ amount }) => amount === undefined)
  const paid = written.flatMap(({ method, amount }, at): ExpensePayment[] => {
    if (amount !== undefined) return [{ method, amount }]
    return at === open && rest > 0 ? [{ method, amount: rest }] : []
  })
  return open >= 0 || rest === 0 ? paid : [...paid, { method: 'CASH', amount: rest }]
}

/** What was filled in from the receipt, with what a person typed on a phone that did not have it yet. */
export function withTypedFigures(
  figures: ExpenseFigures & Pick<ExpenseFields, 'typed'>,
  typed: TypedFigures | undefined,
): ExpenseFigures & Pick<ExpenseFields, 'typed'> {
  if (typed === undefined) return figures
  const { note, payments } = typed
  const { total } = expenseTotals(figures)
  return {
    ...figures,
    items: note === undefined ? figures.items : figures.items.map((item) => ({ ...item, description: note })),
    payments: (payments && typedPayments(typed, total)) ?? figures.payments,
    typed,
  }
}

type Checked = Pick<ExpenseFields, 'items' | 'automatic' | 'typed'>

/** What a person typed in stored form: kept as long as the rest of the figures is automatic. */
export function checkTypedFigures(
  { items, automatic, typed }: Checked,
  refusals: FieldRefusal<ExpenseRefusal>[],
): Pick<ExpenseFields, 'typed'> {
  if (typed === undefined || automatic?.includes('figures') !== true) return {}
  const { note: text = '', payments = [], taxType } = typed
  const note = oneLine(text)
  if (items.length === 0 && note !== '' && (note.length < 3 || note.length > 255)) {
    refusals.push({ path: 'items.0.description', code: 'EXPENSE_DESCRIPTION_LENGTH' })
  }
  if (payments.some(({ amount }) => amount !== undefined && amount <= 0)) {
    refusals.push({ path: 'payments', code: 'EXPENSE_AMOUNT_NOT_POSITIVE' })
  }
  const kept: TypedFigures = {
    ...(note === '' ? {} : { note }),
    ...(taxType === undefined ? {} : { taxType }),
    ...(payments.length === 0 ? {} : { payments }),
  }
  return Object.keys(kept).length === 0 ? {} : { typed: kept }
}

type TypedList = { readonly method: ExpenseMethod; readonly amount: Cents | undefined }

/** Typed payments for the form, in its currency; none where one is over the whole total. */
export function listOfTyped({ typed, currencyRate }: Pick<ExpenseFields, 'typed' | 'currencyRate'>): {
  readonly payments?: readonly TypedList[]
} {
  const written = typed?.payments ?? []
  if (written.length < 2 && written.every(({ amount }) => amount === undefined)) return {}
  const payments = written.map(({ method, amount }) => ({
    method,
    amount: amount && currencyRate ? fromShillings(amount, currencyRate) : amount,
  }))
  return { payments }
}
