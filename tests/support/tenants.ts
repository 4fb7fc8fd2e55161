import { randomInt, randomUUID } from 'node:crypto'
import { hashPassword } from '#server/security/passwords.ts'
import {
  insertCompany,
  insertOrganization,
  type NewCompany,
  type Organization,
} from '#server/storage/accounts/companies.ts'
import { insertUser, type UserRow } from '#server/storage/accounts/users.ts'
import type { Db } from '#server/storage/schema.ts'
import { TEST_PASSWORD } from './test-password.ts'

export { TEST_PASSWORD }

let testHash: Promise<string> | undefined

export async function createOrganization(
  db: Db,
  overrides: Partial<Organization> = {},
): Promise<Organization> {
  const organization: Organization = {
    id: randomUUID(),
    name: 'Umoja Mfano Holdings',
    owner_name: 'Neema Mfano',
    owner_phone: '754000001',
    owner_email: 'neema@example.test',
    active: true,
    ...overrides,
  }
  await insertOrganization(db, organization)
  return organization
}

export type TestCompany = NewCompany & { readonly organization_id: string }

/** A company registered for VAT, in an organization of its own unless one is wished for. */
export async function createCompany(db: Db, overrides: Partial<NewCompany> = {}): Promise<TestCompany> {
  const organization_id = overrides.organization_id ?? (await createOrganization(db)).id
  const company = {
    id: randomUUID(),
    name: 'Duka la Vyakula Mfano Kariakoo',
    tin: String(randomInt(100_000_000, 1_000_000_000)),
    vrn: '40012345A',
    address: 'Kariakoo, Dar es Salaam',
    phone: '754000002',
    email: 'duka@example.test',
    active: true,
    ...overrides,
    organization_id,
  }
  await insertCompany(db, company)
  return company
}

type Overrides = Partial<Omit<UserRow, 'rights'>>

/** A user with the password `TEST_PASSWORD`; an operator of no company unless wished otherwise. */
export async function createUser(db: Db, overrides: Overrides = {}): Promise<UserRow> {
  testHash ??= hashPassword(TEST_PASSWORD)
  const id = randomUUID()
  const user: Omit<UserRow, 'rights'> = {
    id,
    username: `asha-${id.slice(0, 8)}`,
    email: `asha-${id.slice(0, 8)}@example.test`,
    first_name: 'Asha',
    last_name: 'Mfano',
    mobile: '754000003',
    user_type: 'operator',
    company_id: null,
    organization_id: null,
    status: 'active',
    language: 'sw',
    password_hash: await testHash,
    must_change_password: false,
    created_at: '2026-01-05T08:00:00.000Z',
    ...overrides,
  }
  await insertUser(db, user)
  return { ...user, rights: null }
}

export async function createOperator(db: Db, companyId: string, overrides: Overrides = {}): Promise<UserRow> {
  return await createUser(db, { company_id: companyId, ...overrides })
}
