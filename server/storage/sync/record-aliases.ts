import { anyId } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'
import type { RecordAliasesTable } from './tables.ts'

/** Inserts an alias: the record with id `from` is stored under `to`. */
export async function insertAlias(
  db: Db,
  scope: CompanyScope,
  alias: { readonly t: RecordAliasesTable['t']; readonly from: string; readonly to: string },
): Promise<void> {
  await db
    .insertInto('record_aliases')
    .values({ company_id: scope.companyId, t: alias.t, from_id: alias.from, to_id: alias.to })
    .onConflict((conflict) => conflict.columns(['company_id', 't', 'from_id']).doNothing())
    .execute()
}

/** Makes aliases of a record mean another one that takes its place. */
export async function redirectAliases(
  db: Db,
  scope: CompanyScope,
  { t, from, to }: { readonly t: RecordAliasesTable['t']; readonly from: string; readonly to: string },
): Promise<void> {
  await db
    .updateTable('record_aliases')
    .set({ to_id: to })
    .where('company_id', '=', scope.companyId)
    .where('t', '=', t)
    .where('to_id', '=', from)
    .execute()
}

/** Those of the given ids that are aliases, with the ids under which the records are stored. */
export async function resolveIds(
  db: Db,
  scope: CompanyScope,
  t: RecordAliasesTable['t'],
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('record_aliases')
    .select(['from_id', 'to_id'])
    .where('company_id', '=', scope.companyId)
    .where('t', '=', t)
    .where('from_id', '=', anyId(ids))
    .execute()
  return new Map(rows.map((row) => [row.from_id, row.to_id]))
}

/** Every id that means a record: the one under which it is stored, and its aliases. Any of them may be given. */
export async function listIdsOf(
  db: Db,
  scope: CompanyScope,
  t: RecordAliasesTable['t'],
  id: string,
): Promise<string[]> {
  const current = await resolveId(db, scope, t, id)
  const rows = await db
    .selectFrom('record_aliases')
    .select('from_id')
    .where('company_id', '=', scope.companyId)
    .where('t', '=', t)
    .where('to_id', '=', current)
    .execute()
  return [current, ...rows.map((row) => row.from_id)]
}

/** The id under which a record is stored: the given one unless it is an alias. */
export async function resolveId(
  db: Db,
  scope: CompanyScope,
  t: RecordAliasesTable['t'],
  id: string,
): Promise<string> {
  return (await resolveIds(db, scope, t, [id])).get(id) ?? id
}
