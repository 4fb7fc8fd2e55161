import { sql } from 'kysely'
import { parseInteger } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { IdentityScope } from '../scope.ts'
import { type FiscalIdentity, toIdentity } from './identities.ts'

/** One that sends for an identity. Each new one has a higher fence, and writes with an older fence fail. */
export type Sender = { readonly identity: IdentityScope; readonly fence: number }

/** Of which company an identity is, for the jobs, which know only its id. */
export async function findIdentityScope(db: Db, identityId: string): Promise<IdentityScope | undefined> {
  const row = await db
    .selectFrom('identity_companies')
    .select('company_id')
    .where('identity_id', '=', identityId)
    .executeTakeFirst()
  return row && { companyId: row.company_id, id: identityId }
}

/** Makes the caller the one sender of an identity: writes of every earlier sender are refused from now on. */
export async function incrementFence(db: Db, scope: IdentityScope): Promise<number | undefined> {
  const row = await db
    .updateTable('fiscal_identities')
    .set({ fence: sql`fence + 1` })
    .where('company_id', '=', scope.companyId)
    .where('id', '=', scope.id)
    .returning('fence')
    .executeTakeFirst()
  return row && parseInteger(row.fence)
}

/** Whether the sender's fence is still the current one: no other sender has claimed the identity since. */
export async function isCurrentFence(db: Db, { identity, fence }: Sender): Promise<boolean> {
  const row = await db
    .selectFrom('fiscal_identities')
    .select('id')
    .where('company_id', '=', identity.companyId)
    .where('id', '=', identity.id)
    .where('fence', '=', String(fence))
    .executeTakeFirst()
  return row !== undefined
}

/** Locks the identity when `fence` is still the current one; `undefined` when another sender took over. */
export async function lockIdentityAtFence(
  db: Db,
  { identity, fence }: Sender,
): Promise<FiscalIdentity | undefined> {
  const row = await db
    .selectFrom('fiscal_identities')
    .selectAll()
    .where('company_id', '=', identity.companyId)
    .where('id', '=', identity.id)
    .where('fence', '=', String(fence))
    .forUpdate()
    .executeTakeFirst()
  return row && toIdentity(row)
}
