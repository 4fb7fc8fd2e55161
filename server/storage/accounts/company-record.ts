import { sql } from 'kysely'
import type { Company } from '#domain/companies/company.ts'
import type { Logo } from '#domain/receipts/logo.ts'
import type { Db } from '../../services/context.ts'
import type { CompanyScope } from '../scope.ts'
import { findCompany } from './companies.ts'

/** The company as the change feed carries it. Throws when it does not exist: a scope is made from a real one. */
export async function getCompanyRecord(
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
export async function updateBlocked(
  db: Db,
  scope: CompanyScope,
  status: { readonly blocked: boolean; readonly reason: string },
): Promise<boolean> {
  const row = await db
    .updateTable('companies')
    .set({ blocked_by_tra: status.blocked, blocked_reason: status.reason, rev: sql`rev + 1` })
    .where('id', '=', scope.companyId)
    .where((where) =>
      where.or([where('blocked_by_tra', '<>', status.blocked), where('blocked_reason', '<>', status.reason)]),
    )
    .returning('rev')
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps the seller's picture on receipts, `null` for none. `true` when that is another one than before. */
export async function updateLogo(db: Db, scope: CompanyScope, logo: Logo | null): Promise<boolean> {
  const logoJson = logo === null ? null : JSON.stringify(logo)
  const row = await db
    .updateTable('companies')
    .set({ logo: sql`${logoJson}::jsonb`, rev: sql`rev + 1` })
    .where('id', '=', scope.companyId)
    .where(sql<boolean>`logo is distinct from ${logoJson}::jsonb`)
    .returning('rev')
    .executeTakeFirst()
  return row !== undefined
}
