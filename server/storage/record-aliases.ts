import type { Db } from '../services/context.ts'
import type { RecordAliasesTable } from './schema.ts'
import type { CompanyScope } from './scope.ts'

/** Remembers that a record the company calls `from` is kept under `to`. */
export async function keepAlias(
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

/** The id a record is really kept under: the given one unless it is an alias. */
export async function resolveId(
  db: Db,
  scope: CompanyScope,
  t: RecordAliasesTable['t'],
  id: string,
): Promise<string> {
  const row = await db
    .selectFrom('record_aliases')
    .select('to_id')
    .where('company_id', '=', scope.companyId)
    .where('t', '=', t)
    .where('from_id', '=', id)
    .executeTakeFirst()
  return row?.to_id ?? id
}
