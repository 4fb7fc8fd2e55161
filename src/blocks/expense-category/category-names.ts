import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ExpenseCategory } from '#domain/expenses/expense.ts'

/** The categories of expenses, as a list to choose from. */
export const CATEGORY_NAMES = {
  STOCK: msg`Stock for sale`,
  RENT: msg`Rent`,
  ELECTRICITY: msg`Electricity`,
  WATER: msg({ context: 'expense category', message: 'Water' }),
  FUEL: msg`Fuel`,
  TRANSPORT: msg`Transport`,
  SALARIES: msg`Salaries`,
  OFFICE: msg`Office supplies`,
  TELECOM: msg`Phone and internet`,
  REPAIRS: msg`Repairs`,
  BANK_FEES: msg`Bank and mobile money fees`,
  MEALS: msg`Meals`,
  OTHER: msg({ context: 'expense category', message: 'Other' }),
} satisfies Record<ExpenseCategory, MessageDescriptor>
