import type { AccountDatabase } from './account-database.ts'
import type { AuditRow } from './rows.ts'

/** Writes one line. Call it inside the transaction of what it tells. */
export async function addAudit(db: AccountDatabase, row: AuditRow): Promise<void> {
  await db.audit.add(row)
}

/** Writes several lines, in their order. */
export async function addAudits(db: AccountDatabase, rows: readonly AuditRow[]): Promise<void> {
  await db.audit.bulkAdd([...rows])
}
