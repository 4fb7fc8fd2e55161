import type { Transaction } from 'kysely'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { DEMO_PASSWORD } from '../demo-logins.ts'
import { hashPassword } from '../security/passwords.ts'
import type { Services } from '../services/context.ts'
import { findCompany, insertCompany, insertOrganization } from '../storage/accounts/companies.ts'
import { insertUser } from '../storage/accounts/users.ts'
import { upsertDocuments } from '../storage/catalogue/documents.ts'
import { inTransaction } from '../storage/in-transaction.ts'
import type { Database } from '../storage/schema.ts'
import { upsertChanges } from '../storage/sync/changes.ts'
import { DEMO_COMPANIES, DEMO_ORGANIZATIONS, DEMO_USERS, type DemoCompany } from './demo-companies.ts'
import { makeCustomers, makeProducts } from './make-customers.ts'
import { demoId } from './seeded-random.ts'

export function companyIdOf(company: Pick<DemoCompany, 'key'>): string {
  return demoId(`company ${company.key}`)
}

async function insertDemoCompany(tx: Transaction<Database>, company: DemoCompany, at: string): Promise<void> {
  const scope = { companyId: companyIdOf(company) }
  await insertCompany(tx, {
    id: scope.companyId,
    organization_id: demoId(`organization ${company.organization}`),
    name: company.name,
    tin: company.tin,
    vrn: company.vrn,
    address: `${company.street}, ${company.city}`,
    phone: company.phone,
    email: company.email,
    serial: company.serial,
    active: company.active,
  })
  const products = makeProducts(company, scope.companyId)
  const customers = makeCustomers(company, scope.companyId)
  await upsertDocuments(tx, scope, 'products', products, at)
  await upsertDocuments(tx, scope, 'customers', customers, at)
  await upsertChanges(tx, scope, [
    { t: 'company', id: scope.companyId },
    ...products.map(({ id }) => ({ t: 'product' as const, id })),
    ...customers.map(({ id }) => ({ t: 'customer' as const, id })),
  ])
}

/** Creates organizations, companies with their products and customers, and users, all at once or not at all. */
export async function seedCompanies(services: Services): Promise<void> {
  const { db } = services
  const at = toInstant(services.clock.now())
  const [main] = DEMO_COMPANIES
  if (await findCompany(db, { companyId: companyIdOf(main) })) return
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await inTransaction(db, async (tx) => {
    for (const organization of DEMO_ORGANIZATIONS) {
      await insertOrganization(tx, {
        id: demoId(`organization ${organization.key}`),
        name: organization.name,
        owner_name: organization.owner,
        owner_phone: organization.phone,
        owner_email: organization.email,
        active: true,
      })
    }
    for (const company of DEMO_COMPANIES) await insertDemoCompany(tx, company, at)
    for (const user of DEMO_USERS) {
      await insertUser(tx, {
        id: demoId(`user ${user.username}`),
        username: user.username,
        email: `${user.username}@example.com`,
        first_name: user.firstName,
        last_name: user.lastName,
        mobile: user.mobile,
        user_type: user.userType,
        company_id: user.company === undefined ? null : demoId(`company ${user.company}`),
        organization_id: user.organization === undefined ? null : demoId(`organization ${user.organization}`),
        status: 'active',
        language: user.language,
        password_hash: passwordHash,
        must_change_password: user.mustChangePassword ?? false,
        created_at: at,
      })
    }
  })
}
