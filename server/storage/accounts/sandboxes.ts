import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'
import { insertFeed } from '../sync/feed-epoch.ts'
import type { CompaniesTable } from './tables.ts'

export type Sandbox = Pick<Selectable<CompaniesTable>, 'id' | 'name' | 'tin' | 'vrn' | 'serial' | 'phone'>

/** The VAT number of a sandbox with this TIN, while its company is registered for VAT. */
export function sandboxVrn(tin: string): string {
  return `${tin.slice(1)}Z`
}

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

/** Registers the sandbox of a company for VAT, or ends that, as the company is. */
export async function updateSandboxVat(db: Db, company: CompanyScope, isRegistered: boolean): Promise<void> {
  const sandbox = await db
    .selectFrom('companies')
    .select(['id', 'tin', 'vrn'])
    .where('sandbox_of', '=', company.companyId)
    .executeTakeFirst()
  if (!sandbox || (sandbox.vrn !== '') === isRegistered) return
  await db
    .updateTable('companies')
    .set({ vrn: isRegistered ? sandboxVrn(sandbox.tin) : '', rev: sql`rev + 1` })
    .where('id', '=', sandbox.id)
    .execute()
}
