import type { OperationResult } from '#contract/sync.ts'
import type { Instant } from '#domain/calendar/east-africa.ts'
import { anyId, parseMoment } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/** What the ledger stores of an operation beside its result. */
export type LedgerEntry = {
  readonly opId: string
  /** Who brought it, on which device. */
  readonly userId: string
  readonly deviceId: string
  readonly epoch: string
  readonly deviceSeq: number
  /** The user and device that wrote a transferred operation; `null` when the sender wrote it. */
  readonly writtenBy: string | null
  readonly writtenOn: string | null
  readonly type: string
  readonly version: number
  readonly bodyHash: string
}

export type StoredOperation = { readonly bodyHash: string; readonly result: OperationResult }

function ledgerRow(scope: CompanyScope, entry: LedgerEntry, at: string) {
  return {
    company_id: scope.companyId,
    op_id: entry.opId,
    user_id: entry.userId,
    device_id: entry.deviceId,
    epoch: entry.epoch,
    device_seq: entry.deviceSeq,
    written_by: entry.writtenBy,
    written_on: entry.writtenOn,
    type: entry.type,
    version: entry.version,
    body_hash: entry.bodyHash,
    executed_at: at,
  }
}

/**
 * Claims an operation id for this transaction; `false` when it is taken. A claim of a transaction still under way is
 * waited for, so that of two equal pushes the second finds the answer of the first.
 */
export async function claimOperation(
  db: Db,
  scope: CompanyScope,
  entry: LedgerEntry,
  at: string,
): Promise<boolean> {
  const row = await db
    .insertInto('operations')
    .values({ ...ledgerRow(scope, entry, at), result: '{}', change_id: null })
    .onConflict((conflict) => conflict.columns(['company_id', 'op_id']).doNothing())
    .returning('op_id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The answer as the ledger keeps it: an invoice that has its receipt is never deleted and is kept once, in its own table,
 * from where `withInvoices` takes it.
 */
function keptAnswer(result: OperationResult): string {
  if (result.state !== 'done' || result.change?.t !== 'invoice' || !result.change.row?.receipt)
    return JSON.stringify(result)
  return JSON.stringify({ ...result, change: { ...result.change, row: null } })
}

/** Rows of the ledger with their answers as they are given: with the invoice as it is now, where none is kept in them. */
async function withInvoices<Row extends { readonly result: OperationResult }>(
  db: Db,
  scope: CompanyScope,
  rows: readonly Row[],
): Promise<Row[]> {
  const ids = rows.flatMap(({ result }) => invoiceIdOf(result) ?? [])
  if (ids.length === 0) return [...rows]
  const found = await db
    .selectFrom('invoices')
    .select('document')
    .where('company_id', '=', scope.companyId)
    .where('id', '=', anyId(ids))
    .execute()
  const invoices = new Map(found.map(({ document }) => [document.id, document]))
  return rows.map((row) => {
    const { result } = row
    const invoice = invoices.get(invoiceIdOf(result) ?? '')
    if (!invoice || result.state !== 'done' || result.change?.t !== 'invoice') return row
    return { ...row, result: { ...result, change: { ...result.change, rev: invoice.rev, row: invoice } } }
  })
}

/** The invoice that is kept once; `undefined` for any other answer. */
function invoiceIdOf(result: OperationResult): string | undefined {
  if (result.state !== 'done' || result.change?.t !== 'invoice') return undefined
  return result.change.op === 'put' && result.change.row === null ? result.change.id : undefined
}

/** Stores the final answer of a claimed operation. */
export async function updateOperationResult(
  db: Db,
  scope: CompanyScope,
  result: OperationResult,
): Promise<void> {
  await db
    .updateTable('operations')
    .set({
      result: keptAnswer(result),
      change_id: result.state === 'done' ? result.changeId : null,
    })
    .where('company_id', '=', scope.companyId)
    .where('op_id', '=', result.opId)
    .execute()
}

/**
 * Stores operations with their final answers at once. An id that is taken fails the transaction (SQLSTATE 23505):
 * the caller has looked before, under a lock that all but misnamed operations share.
 */
export async function insertOperations(
  db: Db,
  scope: CompanyScope,
  executed: readonly { readonly entry: LedgerEntry; readonly result: OperationResult }[],
  at: string,
): Promise<void> {
  if (executed.length === 0) return
  await db
    .insertInto('operations')
    .values(
      executed.map(({ entry, result }) => ({
        ...ledgerRow(scope, entry, at),
        result: keptAnswer(result),
        change_id: result.state === 'done' ? result.changeId : null,
      })),
    )
    .execute()
}

/** The stored answers of operations by their ids. */
export async function findOperations(
  db: Db,
  scope: CompanyScope,
  opIds: readonly string[],
): Promise<ReadonlyMap<string, StoredOperation>> {
  const rows = await db
    .selectFrom('operations')
    .select(['op_id', 'body_hash', 'result'])
    .where('company_id', '=', scope.companyId)
    .where('op_id', '=', anyId(opIds))
    .execute()
  const answered = await withInvoices(db, scope, rows)
  return new Map(answered.map((row) => [row.op_id, { bodyHash: row.body_hash, result: row.result }]))
}

/** The stored answer of an operation. */
export async function findOperation(
  db: Db,
  scope: CompanyScope,
  opId: string,
): Promise<StoredOperation | undefined> {
  return (await findOperations(db, scope, [opId])).get(opId)
}

/** When the last operation of a company was executed; `undefined` when none ever was. */
export async function findLastExecutedAt(db: Db, scope: CompanyScope): Promise<Instant | undefined> {
  const row = await db
    .selectFrom('operations')
    .select((select) => select.fn.max('executed_at').as('at'))
    .where('company_id', '=', scope.companyId)
    .executeTakeFirst()
  return row?.at ? parseMoment(row.at) : undefined
}

/** When the last operation of any company was executed. Only for the start of the server. */
export async function findLastExecutedAtAnywhere(db: Db): Promise<Instant | undefined> {
  const row = await db
    .selectFrom('operations')
    .select((select) => select.fn.max('executed_at').as('at'))
    .executeTakeFirst()
  return row?.at ? parseMoment(row.at) : undefined
}

/** The stored answers of those operations that this user wrote or brought. */
export async function listOperationResults(
  db: Db,
  scope: CompanyScope,
  userId: string,
  opIds: readonly string[],
): Promise<OperationResult[]> {
  if (opIds.length === 0) return []
  const rows = await db
    .selectFrom('operations')
    .select('result')
    .where('company_id', '=', scope.companyId)
    .where((where) => where.or([where('user_id', '=', userId), where('written_by', '=', userId)]))
    .where('op_id', 'in', opIds)
    .execute()
  return (await withInvoices(db, scope, rows)).map((row) => row.result)
}
