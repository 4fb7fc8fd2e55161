import { type Insertable, type Selectable, sql } from 'kysely'
import type { Company } from '#domain/companies/company.ts'
import { DEFAULT_CHOICES, type OwnCompany } from '#domain/companies/company-choices.ts'
import type { Logo } from '#domain/receipts/logo.ts'
import { type CompanySettings, DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'
import { insertFeed } from '../sync/feed-epoch.ts'
import { ownSettings } from './own-settings.ts'
import type { CompaniesTable, OrganizationsTable } from './tables.ts'

export type Organization = Omit<Selectable<OrganizationsTable>, 'search_text'>

export async function insertOrganization(db: Db, organization: Organization): Promise<void> {
  await db.insertInto('organizations').values(organization).execute()
}

export type NewCompany = Omit<Insertable<CompaniesTable>, 'settings'> & {
  readonly settings?: Partial<CompanySettings>
}

export async function insertCompany(db: Db, company: NewCompany): Promise<void> {
  await db
    .insertInto('companies')
    .values({ ...company, settings: JSON.stringify(company.settings ?? {}) })
    .execute()
  await insertFeed(db, { companyId: company.id })
}

/** The company of a scope with its revision and the settings that differ from the defaults. */
export async function findCompany(
  db: Db,
  scope: CompanyScope,
): Promise<{ company: Company; rev: number; settings: Partial<CompanySettings> } | undefined> {
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
      choices: { ...DEFAULT_CHOICES, ...row.choices },
    },
    rev: row.rev,
    settings: ownSettings(row.settings),
  }
}

/** The company as the change feed carries it. Throws when it does not exist: a scope is made from a real one. */
export async function getCompanyRecord(
  db: Db,
  scope: CompanyScope,
): Promise<{ company: Company & { readonly settings: CompanySettings }; rev: number }> {
  const found = await findCompany(db, scope)
  if (found === undefined) throw new Error('the company does not exist')
  const settings = { ...DEFAULT_SETTINGS, ...found.settings }
  return { company: { ...found.company, settings }, rev: found.rev }
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

export async function organizationExists(db: Db, organizationId: string): Promise<boolean> {
  const row = await db
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores whether the authority blocked the company, and its reason. Returns its new revision when that changed. */
export async function updateBlocked(
  db: Db,
  scope: CompanyScope,
  status: { readonly blocked: boolean; readonly reason: string },
): Promise<number | undefined> {
  const row = await db
    .updateTable('companies')
    .set({ blocked_by_tra: status.blocked, blocked_reason: status.reason, rev: sql`rev + 1` })
    .where('id', '=', scope.companyId)
    .where((where) =>
      where.or([where('blocked_by_tra', '<>', status.blocked), where('blocked_reason', '<>', status.reason)]),
    )
    .returning('rev')
    .executeTakeFirst()
  return row?.rev
}

/** Stores the logo printed on receipts, `null` for none. Returns `true` when it changed. */
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

/** Stores what the owner says of the company. What an older app does not know stays as it was. */
export async function updateOwnCompany(db: Db, scope: CompanyScope, own: OwnCompany): Promise<void> {
  const { email, phone, address, ...choices } = own
  await db
    .updateTable('companies')
    .set({
      email,
      phone,
      address,
      choices: sql`choices || ${JSON.stringify(choices)}::jsonb`,
      rev: sql`rev + 1`,
    })
    .where('id', '=', scope.companyId)
    .execute()
}

/** Stores which readings hold for a company; the defaults are not written. Returns `true` when that changed anything. */
export async function updateSettings(
  db: Db,
  scope: CompanyScope,
  settings: CompanySettings,
): Promise<boolean> {
  const defaults: Readonly<Record<string, unknown>> = DEFAULT_SETTINGS
  const chosen = JSON.stringify(
    Object.fromEntries(
      Object.entries(ownSettings(settings)).filter(([name, value]) => defaults[name] !== value),
    ),
  )
  const row = await db
    .updateTable('companies')
    .set({ settings: chosen, rev: sql`rev + 1` })
    .where('id', '=', scope.companyId)
    .where(sql<boolean>`settings is distinct from ${chosen}::jsonb`)
    .returning('rev')
    .executeTakeFirst()
  return row !== undefined
}
