import { sql } from 'kysely'
import type { Company } from '#domain/companies/company.ts'
import type { Logo } from '#domain/receipts/logo.ts'
import type { Db } from '../services/context.ts'
import { findCompany } from './companies.ts'
import type { CompanyScope } from './scope.ts'

/** The company as the change feed carries it. Throws when it does not exist: a scope is made from a real one. */
export async function readCompanyRecord(
  db: Db,
  scope: CompanyScope,
): Promise<{ company: Company; rev: number }> {
  const found = await findCompany(db, scope)
  const row = await db
    .selectFrom('companies')
    .select('rev')
    .where('id', '=', scope.companyId)
    .executeTakeFirst()
  if (found === undefined || row === undefined) throw new Error('the company does not exist')
  return { company: found.company, rev: row.rev }
}

/** Writes that the authority blocked or unblocked the company, in its own words. `true` when that is news. */
export async function keepBlocked(
  db: Db,
  scope: CompanyScope,
  standing: { readonly blocked: boolean; readonly reason: string },
): Promise<boolean> {
  const row = await db
    .updateTable('companies')
    .set({ blocked_by_tra: standing.blocked, blocked_reason: standing.reason, rev: sql`rev + 1` })
    .where('id', '=', scope.companyId)
    .where((where) =>
      where.or([
        where('blocked_by_tra', '<>', standing.blocked),
        where('blocked_reason', '<>', standing.reason),
      ]),
    )
    .returning('rev')
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps the seller's picture on receipts, `null` for none. `true` when that is another one than before. */
export async function keepLogo(db: Db, scope: CompanyScope, logo: Logo | null): Promise<boolean> {
  const dots = logo === null ? null : JSON.stringify(logo)
  const row = await db
    .updateTable('companies')
    .set({ logo: sql`${dots}::jsonb`, rev: sql`rev + 1` })
    .where('id', '=', scope.companyId)
    .where(sql<boolean>`logo is distinct from ${dots}::jsonb`)
    .returning('rev')
    .executeTakeFirst()
  return row !== undefined
}
