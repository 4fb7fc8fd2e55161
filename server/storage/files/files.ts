import { sql } from 'kysely'
import type { ErrorCode } from '#contract/error-codes.ts'
import type { FileType } from '#domain/files/validate-file.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

export type FileStatus = {
  readonly size: number
  readonly received: number
  readonly type: FileType | null
  readonly refused: ErrorCode | null
  readonly restarts: number
  readonly complete: boolean
}

/** How far a file of the company is, locked until the transaction ends; `undefined` when it was never begun. */
export async function lockFile(db: Db, scope: CompanyScope, sha256: string): Promise<FileStatus | undefined> {
  const row = await db
    .selectFrom('files')
    .select(['size', 'received', 'type', 'refused', 'restarts', 'whole_at'])
    .where('company_id', '=', scope.companyId)
    .where('sha256', '=', sha256)
    .forUpdate()
    .executeTakeFirst()
  return row && { ...row, complete: row.whole_at !== null }
}

/** What a company has sent lately: files that are not whole yet, and bytes of all begun since a moment. */
export async function countUploads(
  db: Db,
  scope: CompanyScope,
  since: string,
): Promise<{ readonly open: number; readonly bytes: number }> {
  const row = await db
    .selectFrom('files')
    .select([
      sql<string>`count(*) filter (where whole_at is null and refused is null)`.as('open'),
      sql<string>`coalesce(sum(size), 0)`.as('bytes'),
    ])
    .where('company_id', '=', scope.companyId)
    .where('begun_at', '>=', since)
    .executeTakeFirstOrThrow()
  return { open: Number(row.open), bytes: Number(row.bytes) }
}

/** Starts a file under its hash, from the first byte. */
export async function insertFile(
  db: Db,
  scope: CompanyScope,
  file: { readonly sha256: string; readonly size: number; readonly userId: string; readonly at: string },
): Promise<void> {
  await db
    .insertInto('files')
    .values({
      company_id: scope.companyId,
      sha256: file.sha256,
      size: file.size,
      received: 0,
      type: null,
      refused: null,
      begun_at: file.at,
      begun_by: file.userId,
      whole_at: null,
    })
    .execute()
}

/** Adds the next chunk. */
export async function insertChunk(
  db: Db,
  scope: CompanyScope,
  chunk: { readonly sha256: string; readonly at: number; readonly bytes: Buffer },
): Promise<void> {
  const { sha256, at, bytes } = chunk
  await db.insertInto('file_pieces').values({ company_id: scope.companyId, sha256, at, bytes }).execute()
  await updateFile(db, scope, sha256, { received: at + bytes.length })
}

/** Updates the state of a file. */
export async function updateFile(
  db: Db,
  scope: CompanyScope,
  sha256: string,
  change: {
    readonly received?: number
    readonly restarts?: number
    readonly type?: FileType
    readonly refused?: ErrorCode | null
    readonly whole_at?: string
  },
): Promise<void> {
  await db
    .updateTable('files')
    .set(change)
    .where('company_id', '=', scope.companyId)
    .where('sha256', '=', sha256)
    .execute()
}

/** Deletes the content of a file; the caller updates its state. */
export async function deleteChunks(db: Db, scope: CompanyScope, sha256: string): Promise<void> {
  await db
    .deleteFrom('file_pieces')
    .where('company_id', '=', scope.companyId)
    .where('sha256', '=', sha256)
    .execute()
}

/** What has arrived of a file, in order. At most 5 MB. */
export async function getContent(db: Db, scope: CompanyScope, sha256: string): Promise<Buffer> {
  const rows = await db
    .selectFrom('file_pieces')
    .select('bytes')
    .where('company_id', '=', scope.companyId)
    .where('sha256', '=', sha256)
    .orderBy('at')
    .execute()
  return Buffer.concat(rows.map(({ bytes }) => bytes))
}

/** A complete file of the company; `undefined` for one that is missing, incomplete or of another company. */
export async function findCompleteFile(
  db: Db,
  scope: CompanyScope,
  sha256: string,
): Promise<{ readonly type: FileType; readonly size: number } | undefined> {
  const row = await db
    .selectFrom('files')
    .select(['type', 'size'])
    .where('company_id', '=', scope.companyId)
    .where('sha256', '=', sha256)
    .where('whole_at', 'is not', null)
    .executeTakeFirst()
  return row?.type ? { type: row.type, size: row.size } : undefined
}
