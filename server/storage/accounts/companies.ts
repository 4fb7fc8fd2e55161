import type { Insertable } from 'kysely'
import type { Company } from '#domain/companies/company.ts'
import type { CompanySettings } from '#domain/settings/company-settings.ts'
import type { Db } from '../../services/context.ts'
import type { CompanyScope } from '../scope.ts'
import type { CompaniesTable } from './tables.ts'

export type NewCompany = Omit<Insertable<CompaniesTable>, 'settings'> & {
  readonly settings?: Partial<CompanySettings>
}

export async function insertCompany(db: Db, company: NewCompany): Promise<void> {
  await db
    .insertInto('companies')
    .values({ ...company, settings: JSON.stringify(company.settings ?? {}) })
    .execute()
}

/** The company of a scope with the settings that differ from the defaults. */
export async function findCompany(
  db: Db,
  scope: CompanyScope,
): Promise<{ company: Company; settings: Partial<CompanySettings> } | undefined> {
  const row = await db
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', scope.companyId)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    company: {
      id: row.id,
      organizationId: row.organization_id,
      name: row.name,
      tin: row.tin,
      vrn: row.vrn,
      address: row.address,
      phone: row.phone,
      email: row.email,
      active: row.active,
      blockedByTra: row.blocked_by_tra,
      blockedReason: row.blocked_reason,
      logo: row.logo,
    },
    settings: row.settings,
  }
}

/** The organization a company belongs to; `null` when there is no such company. */
export async function findOrganizationId(db: Db, scope: CompanyScope): Promise<string | null> {
  const row = await db
    .selectFrom('companies')
    .select('organization_id')
    .where('id', '=', scope.companyId)
    .executeTakeFirst()
  return row?.organization_id ?? null
}
