import type { Instant } from '#domain/calendar/east-africa.ts'
import { parseMoment } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/** `now` excluded, `until` included. */
export type ExpiryRange = { readonly now: Instant; readonly until: Instant }

export type ExpiringKey = {
  readonly hash: string
  readonly clientId: string
  readonly name: string
  readonly hint: string
  readonly expiresAt: Instant
}

/** The keys of a company that end in a range of time and were not announced; they are noted as announced. */
export async function takeExpiringKeys(
  db: Db,
  { companyId }: CompanyScope,
  { now, until }: ExpiryRange,
): Promise<ExpiringKey[]> {
  const rows = await db
    .updateTable('api_secrets as s')
    .from('api_clients as c')
    .set({ expiry_announced_at: now })
    .where('s.company_id', '=', companyId)
    .where('c.company_id', '=', companyId)
    .whereRef('c.id', '=', 's.client_id')
    .where('c.revoked_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where('s.expires_at', '<=', until)
    .where('s.expiry_announced_at', 'is', null)
    .returning(['s.hash', 's.client_id', 's.hint', 's.expires_at', 'c.name'])
    .execute()
  return rows.flatMap(({ hash, client_id: clientId, hint, expires_at: at, name }) =>
    at === null ? [] : [{ hash, clientId, name, hint, expiresAt: parseMoment(at) }],
  )
}

/** The companies with such keys, as ids. Only for the jobs. */
export async function listCompaniesOfExpiringKeys(db: Db, { now, until }: ExpiryRange): Promise<string[]> {
  const rows = await db
    .selectFrom('api_secrets as s')
    .innerJoin('api_clients as c', 'c.id', 's.client_id')
    .select('s.company_id')
    .distinct()
    .where('c.revoked_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where('s.expires_at', '<=', until)
    .where('s.expiry_announced_at', 'is', null)
    .execute()
  return rows.map(({ company_id: id }) => id)
}
