import { randomUUID } from 'node:crypto'
import type { EndpointName } from '#contract/endpoints.ts'
import { COMPANY_WORK, NOTHING_THERE, type Row } from './outcomes.ts'

/** Calls about the expenses of a company. */
export const EXPENSE_EXPECTATIONS: {
  readonly [Name in Extract<EndpointName, `expenses.${string}`>]: Row<Name>
} = {
  'expenses.look-up': {
    own: () => ({ code: 'TEST00123', time: '09:31:08' }),
    expected: COMPANY_WORK,
    foreign: (_, other) => [
      {
        what: 'the code of a receipt that another company has an expense with',
        foreign: { code: other.receiptCode, time: '09:31:08' },
        unknown: { code: 'TEST99123', time: '09:31:08' },
        expected: COMPANY_WORK,
      },
    ],
  },
  'expenses.change-reading': {
    own: (by) => ({ expenseId: by.own.expenseId, read: false }),
    expected: COMPANY_WORK,
    foreign: (_, other) => [
      {
        what: 'an expense',
        foreign: { expenseId: other.expenseId, read: true },
        unknown: { expenseId: randomUUID(), read: true },
        expected: NOTHING_THERE,
      },
    ],
  },
}
