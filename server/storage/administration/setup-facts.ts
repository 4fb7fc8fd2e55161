import { type Expression, type SqlBool, sql } from 'kysely'
import type { SetupFacts } from '#domain/setup/setup-steps.ts'
import type { Db } from '../schema.ts'
import type { AdministrationScope } from '../scope.ts'
import { companiesInScope } from './companies.ts'

/** What there is in a scope, each fact as soon as one company has it. */
export async function findSetupFacts(db: Db, scope: AdministrationScope): Promise<SetupFacts> {
  const some = (condition: Expression<SqlBool>) =>
    sql<boolean>`exists (select 1 from companies c where ${companiesInScope(scope)} and ${condition})`
  const person = (userType: 'company_owner' | 'operator') =>
    some(
      sql<SqlBool>`exists (select 1 from users u where u.company_id = c.id and u.user_type = ${userType} and u.status = 'active')`,
    )
  const registered = sql<SqlBool>`exists (select 1 from fiscal_identities f where f.company_id = c.id)`
  const certificate = sql<SqlBool>`(exists (select 1 from certificates t where t.company_id = c.id) or ${registered})`
  const product = sql<SqlBool>`exists (select 1 from products p where p.company_id = c.id)`
  const receipt = sql<SqlBool>`exists (select 1 from invoices i where i.company_id = c.id and i.status = 'issued')`
  const { rows } = await sql<SetupFacts>`
    select ${'everything' in scope ? sql`exists (select 1 from organizations)` : sql`true`} as organization,
      ${some(sql`true`)} as company, ${some(certificate)} as certificate, ${some(registered)} as registration,
      ${person('company_owner')} as owner, ${person('operator')} as operator,
      ${some(product)} as product, ${some(receipt)} as receipt
  `.execute(db)
  const [facts] = rows
  if (!facts) throw new Error('a select without a table gives one row')
  return facts
}
