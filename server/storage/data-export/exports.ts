import { sql } from 'kysely'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

function selectExports(db: Db, { companyId }: CompanyScope, now: string) {
  return db
    .selectFrom('data_exports')
    .select(['id', 'user_id', 'status', 'attempt', 'done', 'total', 'size', 'created_at', 'expires_at'])
    .where('company_id', '=', companyId)
    .where('expires_at', '>', now)
}

/** The latest export that a person asked for and that has not expired at `now`. */
export async function findLatestExport(db: Db, scope: CompanyScope, userId: string, now: string) {
  return await selectExports(db, scope, now)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

export async function insertExport(
  db: Db,
  { companyId }: CompanyScope,
  asked: { readonly id: string; readonly userId: string; readonly at: string; readonly expiresAt: string },
): Promise<void> {
  const { id, userId, at, expiresAt } = asked
  await db
    .insertInto('data_exports')
    .values({
      ...{ id, company_id: companyId, user_id: userId, status: 'queued', link_hash: null, link_until: null },
      ...{ created_at: at, changed_at: at, expires_at: expiresAt },
    })
    .execute()
}

/** Gives a finished export of a person a new link; the one before ends. Says whether there is such an export. */
export async function updateLink(
  db: Db,
  { companyId }: CompanyScope,
  link: {
    readonly id: string
    readonly userId: string
    readonly hash: string
    readonly now: string
    readonly until: string
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_exports')
    .set({ link_hash: link.hash, link_until: link.until })
    .where('company_id', '=', companyId)
    .where('id', '=', link.id)
    .where('user_id', '=', link.userId)
    .where('status', '=', 'done')
    .where('expires_at', '>', link.now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The finished export behind a link that is still good at `now`. */
export async function findExportByLink(db: Db, scope: CompanyScope, hash: string, now: string) {
  return await selectExports(db, scope, now)
    .where('link_hash', '=', hash)
    .where('link_until', '>', now)
    .where('status', '=', 'done')
    .executeTakeFirst()
}

/** Piece `number` of the ZIP file of an export, from 0; `undefined` after the last. */
export async function findPiece(
  db: Db,
  { companyId }: CompanyScope,
  piece: { readonly exportId: string; readonly attempt: number; readonly number: number },
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('data_export_pieces')
    .select('bytes')
    .where('company_id', '=', companyId)
    .where('export_id', '=', piece.exportId)
    .where('attempt', '=', piece.attempt)
    .where('number', '=', piece.number)
    .executeTakeFirst()
  return row?.bytes
}

export async function insertPiece(
  db: Db,
  { companyId }: CompanyScope,
  piece: {
    readonly exportId: string
    readonly attempt: number
    readonly number: number
    readonly bytes: Buffer
  },
): Promise<void> {
  const { exportId: export_id, attempt, number, bytes } = piece
  await db
    .insertInto('data_export_pieces')
    .values({ company_id: companyId, export_id, attempt, number, bytes })
    .execute()
}

/** Deletes what expired before `now`. */
export async function deleteExpiredExports(db: Db, { companyId }: CompanyScope, now: string): Promise<void> {
  await db
    .deleteFrom('data_exports')
    .where('company_id', '=', companyId)
    .where('expires_at', '<=', now)
    .execute()
}

/**
 * Begins the oldest export that waits, or that gave no sign of life since `lostSince`, as its next attempt.
 * `undefined`: none is due.
 */
export async function beginNextExport(
  db: Db,
  { companyId }: CompanyScope,
  { now, lostSince }: { readonly now: string; readonly lostSince: string },
): Promise<{ readonly id: string; readonly attempt: number } | undefined> {
  const due = await db
    .selectFrom('data_exports')
    .select(['id', 'attempt'])
    .where('company_id', '=', companyId)
    .where((where) =>
      where.or([
        where('status', '=', 'queued'),
        where.and([where('status', '=', 'running'), where('changed_at', '<', lostSince)]),
      ]),
    )
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  if (!due) return undefined
  await db
    .deleteFrom('data_export_pieces')
    .where('company_id', '=', companyId)
    .where('export_id', '=', due.id)
    .execute()
  return await db
    .updateTable('data_exports')
    .set({ status: 'running', attempt: due.attempt + 1, done: 0, total: 0, changed_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', due.id)
    .where('attempt', '=', due.attempt)
    .returning(['id', 'attempt'])
    .executeTakeFirst()
}

type Change = {
  readonly done?: number
  readonly total?: number
  readonly size?: string
  readonly status?: 'done' | 'failed'
}

/** Records how far an attempt is. Says whether it is still the current one: an attempt that was given up stops. */
export async function updateProgress(
  db: Db,
  { companyId }: CompanyScope,
  attempt: { readonly id: string; readonly attempt: number },
  change: Change,
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_exports')
    .set({ ...change, changed_at: at })
    .where('company_id', '=', companyId)
    .where('id', '=', attempt.id)
    .where('attempt', '=', attempt.attempt)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Companies with an export that waits, was lost with its process, or has expired: work for the queue. */
export async function listCompaniesToExport(
  db: Db,
  { now, lostSince }: { readonly now: string; readonly lostSince: string },
): Promise<string[]> {
  const { rows } = await sql<{ company_id: string }>`
    select distinct company_id from data_exports
    where status = 'queued' or (status = 'running' and changed_at < ${lostSince}) or expires_at <= ${now}
  `.execute(db)
  return rows.map((row) => row.company_id)
}

/** When rows without news count as lost: they ran in a process that is gone. */
export function lostSince(nowMs: number): string {
  return toInstant(nowMs - 120_000)
}
