import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'
import { insertFeed } from '../sync/feed-epoch.ts'
import type { CompaniesTable } from './tables.ts'

export type Sandbox = Pick<Selectable<CompaniesTable>, 'id' | 'name' | 'tin' | 'vrn' | 'serial' | 'phone'>

/** Stores a sandbox, or gives the one that is stored; `undefined` when its TIN belongs to another company. */
export async function insertSandbox(
  db: Db,
  { companyId }: CompanyScope,
  sandbox: Omit<Insertable<CompaniesTable>, 'id' | 'settings'>,
): Promise<Sandbox | undefined> {
  const isNew = await db
    .insertInto('companies')
    .values({ ...sandbox, id: companyId, settings: '{}' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (isNew) await insertFeed(db, { companyId })
  return await db
    .selectFrom('companies')
    .select(['id', 'name', 'tin', 'vrn', 'serial', 'phone'])
    .where('id', '=', companyId)
    .executeTakeFirst()
}
