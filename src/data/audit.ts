import type { Instant } from '#domain/calendar/east-africa.ts'
import type { AccountDatabase } from './account-database.ts'
import type { AuditRow } from './rows.ts'

/** Writes one audit line. Call it inside the transaction that it describes. */
export async function insertAudit(db: AccountDatabase, row: AuditRow): Promise<void> {
  await db.run(() => db.audit.add(row))
}

/** Writes several lines, in their order. */
export async function insertAudits(db: AccountDatabase, rows: readonly AuditRow[]): Promise<void> {
  await db.run(() => db.audit.bulkAdd([...rows]))
}

/** Operations that the server has executed since a moment, newest first. */
export async function listDoneOperations(
  db: AccountDatabase,
  since: Instant,
  limit: number,
): Promise<AuditRow[]> {
  const found: AuditRow[] = []
  await db.audit
    .toCollection()
    .reverse()
    .until((row) => row.at < since || found.length >= limit)
    .each((row) => {
      if (row.action.endsWith(' done')) found.push(row)
    })
  return found
}

/** When this phone got the result "done" of an operation of a type about a record; `undefined` if it did not. */
export async function findDoneAt(
  db: AccountDatabase,
  subject: string,
  type: string,
): Promise<Instant | undefined> {
  const rows = await db.run(() => db.audit.where('subject').equals(subject).toArray())
  return rows.find((row) => row.action === `${type} done`)?.at
}
