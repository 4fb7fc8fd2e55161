import { closeExpense, saveExpense } from '#commands/expenses.ts'
import type { ExpenseRow } from '#data/rows.ts'
import type { UncheckedExpense } from '#domain/expenses/check-expense.ts'
import { NO_VENDOR } from '#domain/expenses/expense.ts'
import { filesField } from '#domain/expenses/expense-files.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import type { CommandResult } from '#sync/outbox/command-result.ts'
import type { ExpenseStatusChange, ExpenseWrite } from '../plan/plan.ts'
import type { Tab } from './tab.ts'

/**
 * Fares and small goods, with VAT and without; only `code` 3 and above give a receipt code, which other
 * expenses may have too.
 */
export function writtenExpense({
  price,
  code,
  which,
}: Pick<ExpenseWrite, 'price' | 'code' | 'which'>): UncheckedExpense {
  const unitAmount = toCents(price * 59_000)
  const taxed = price % 2 === 0
  return {
    receiptCode: code < 3 ? '' : `KARATASI ${code}`,
    day: '2026-01-06',
    time: '09:30',
    category: taxed ? 'STOCK' : 'TRANSPORT',
    vendor: { ...NO_VENDOR, name: `Bodaboda ${which}` },
    amountType: taxed ? 'INCLUSIVE' : 'NO_TAX',
    items: [
      {
        description: 'Nauli ya mzigo',
        quantity: toQuantity(1_000),
        unitAmount,
        taxType: 'standard',
        rate: toBasisPoints(taxed ? 1_800 : 0),
      },
    ],
    payments: [{ method: 'CASH', amount: unitAmount }],
  }
}

/** Does what a person does about an expense; `undefined` when there is none to do it to. `rows` is what they see. */
export async function performExpense(
  { account, commands, deps }: Tab,
  action: ExpenseWrite | ExpenseStatusChange,
  rows: readonly ExpenseRow[],
): Promise<CommandResult<ExpenseRow> | undefined> {
  // People press what is shown to them; once in a while a screen is old.
  const pending = rows.filter(({ status }) => status === 'pending')
  const offered = action.which > 0 && pending.length > 0 ? pending : rows
  const row = action.which < 0 ? rows.at(-1) : offered[action.which % Math.max(1, offered.length)]
  if (action.kind === 'close expense') {
    return row && closeExpense(account, commands, { expenseId: row.id, status: action.status })
  }
  const edited = action.fresh ? undefined : row
  const expenseId = edited?.id ?? deps.ports.newId()
  // As the form does: what it does not ask about stays.
  const written = { ...writtenExpense(action), ...filesField(edited?.files) }
  return saveExpense(account, commands, { expenseId, written })
}
