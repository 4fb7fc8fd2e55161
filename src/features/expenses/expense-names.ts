import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ShownExpenseStatus } from '#domain/expenses/change-status.ts'
import type { ExpenseAmountType, ExpenseMethod } from '#domain/expenses/expense.ts'

/** Payment methods of an expense (spec §9). */
export const METHOD_NAMES = {
  CASH: msg`Cash`,
  EMONEY: msg`Mobile money`,
  BANK: msg`Bank`,
  CHEQUE: msg`Cheque`,
} satisfies Record<ExpenseMethod, MessageDescriptor>

/** How the amount of an expense relates to VAT (spec §9). */
export const AMOUNT_TYPE_NAMES = {
  NO_TAX: msg`No VAT`,
  INCLUSIVE: msg`The amount includes VAT`,
  EXCLUSIVE: msg`VAT is added to the amount`,
} satisfies Record<ExpenseAmountType, MessageDescriptor>

/** The status of one expense, as in its pill. */
export const EXPENSE_STATUS_NAMES = {
  pending: msg({ context: 'status of one expense', message: 'Pending' }),
  processed: msg({ context: 'status of one expense', message: 'Processed' }),
  canceled: msg({ context: 'status of one expense', message: 'Canceled' }),
  waiting: msg({ context: 'status of one expense', message: 'Waiting to send' }),
  attention: msg({ context: 'status of one expense', message: 'Needs attention' }),
} satisfies Record<ShownExpenseStatus, MessageDescriptor>
