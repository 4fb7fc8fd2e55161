import { sql } from 'kysely'
import {
  findCompanyIdentity,
  updateCounter as keep,
  lockCompanyIdentity as lock,
} from '#server/storage/fiscal/identities.ts'
import { outerDatabase } from './outer-database.ts'

export const lockCompanyIdentity: typeof lock = async (db, scope) => {
  const outer = outerDatabase.getStore()
  const identity = outer ? await findCompanyIdentity(outer, scope) : await lock(db, scope)
  if (!outer || !identity) return identity
  const numbers = await outer
    .updateTable('fiscal_identities')
    .set({ next_gc: sql<string>`next_gc + 1` })
    .where('id', '=', identity.id)
    .returning('next_gc')
    .executeTakeFirstOrThrow()
  return { ...identity, counter: { ...identity.counter, nextGc: Number(numbers.next_gc) - 1 } }
}

export const updateCounter: typeof keep = async (db, scope, counter) => {
  if (!outerDatabase.getStore()) return keep(db, scope, counter)
  await db
    .updateTable('fiscal_identities')
    .set({ counter_day: counter.day, counter_dc: counter.dc, last_issued_at: counter.lastIssuedAt })
    .where('company_id', '=', scope.companyId)
    .where('id', '=', scope.id)
    .execute()
}
