import type { FiscalDay } from '../calendar/east-africa.ts'
import { letterTotals } from '../invoices/invoice-totals.ts'
import { lineAmounts } from '../invoices/line-amounts.ts'
import { type BasisPoints, toBasisPoints } from '../money/basis-points.ts'
import { minusCents, sumCents } from '../money/cents.ts'
import type { CompanySettings } from '../settings/company-settings.ts'
import { rateOn, type TaxRate } from '../tax/rate-table.ts'
import { type TaxType, taxLetter } from '../tax/tax-type.ts'
import type { ExpenseAmountType, ExpenseFigures, ExpenseItem, ExpenseTotals } from './expense.ts'

const NO_TAX = toBasisPoints(0)

/** The rules for the tax of an expense. */
export type ExpenseTax = {
  readonly rates: readonly TaxRate[]
  readonly settings: Pick<CompanySettings, 'taxExpenseSpecialRelief'>
}

/**
 * The rate of an item of an expense on the day of its receipt. Special relief is 0 or 5 percent by the company's
 * setting (spec §9 has both readings); amounts without tax have none. `undefined` where the table knows no rate.
 */
export function expenseRate(
  tax: ExpenseTax,
  amountType: ExpenseAmountType,
  taxType: TaxType,
  day: FiscalDay,
): BasisPoints | undefined {
  if (amountType === 'NO_TAX') return NO_TAX
  if (taxType === 'special_relief') return toBasisPoints(tax.settings.taxExpenseSpecialRelief * 100)
  return rateOn(tax.rates, taxType, day, true)
}

/** The amount of an item with its tax. */
function grossOf(item: ExpenseItem, amountType: ExpenseAmountType) {
  const line = { ...item, unitPrice: item.unitAmount, discount: NO_TAX }
  return lineAmounts(line, amountType === 'EXCLUSIVE' ? 'EXCLUSIVE' : 'INCLUSIVE').amount
}

/**
 * All totals of an expense, calculated as on its receipt: gross per tax letter first, each sum split once. `net + vat
 * = total` always, and `balance` is what the payments leave open.
 */
export function expenseTotals({ amountType, items, payments }: ExpenseFigures): ExpenseTotals {
  const perLetter = letterTotals(
    items.map((item) => ({
      letter: taxLetter(item.taxType, amountType !== 'NO_TAX'),
      rate: amountType === 'NO_TAX' ? NO_TAX : item.rate,
      gross: grossOf(item, amountType),
    })),
  )
  const total = sumCents(perLetter.map(({ gross }) => gross))
  const vat = sumCents(perLetter.map(({ tax }) => tax))
  const paid = sumCents(payments.map(({ amount }) => amount))
  return { net: minusCents(total, vat), vat, total, balance: minusCents(total, paid) }
}
