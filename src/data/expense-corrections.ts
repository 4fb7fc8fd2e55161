import { mayChange } from '#domain/expenses/change-status.ts'
import type { AccountDatabase } from './account-database.ts'
import { recordOfServerCopy } from './records.ts'
import type { ExpenseRow } from './rows.ts'
import { findServerCopy } from './server-copies.ts'

/**
 * Whether an expense may be edited: it is pending, or it was closed on this phone only. The server did not accept what
 * closes it, and has it as pending or not at all.
 */
export async function mayBeCorrected(db: AccountDatabase, row: ExpenseRow): Promise<boolean> {
  if (mayChange(row) || row.pending.kind !== 'attention') return mayChange(row)
  const serverCopy = await findServerCopy(db, 'expense', row.id)
  if (serverCopy === undefined) return row.rev === 0
  const known = recordOfServerCopy(serverCopy)
  return known?.kind === 'expense' && mayChange(known.record)
}
