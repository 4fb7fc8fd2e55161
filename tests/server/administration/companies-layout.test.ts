import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CompanyDetails } from '#contract/administration.ts'
import type { Session } from '#contract/session.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { logInTestUser, startTestServer, type TestServer } from '../../support/start-test-server.ts'
import { createCompany, createUser, type TestCompany } from '../../support/tenants.ts'

let server: TestServer
let company: TestCompany
let tokens: Readonly<Record<'platform' | 'organization' | 'owner', string>>
beforeAll(async () => {
  server = await startTestServer({ environment: { LAYOUT_COMPANIES: 'organization' } })
  const { db } = server.services
  company = await createCompany(db)
  const logIn = async (user: Parameters<typeof createUser>[1]) =>
    (await logInTestUser(server, (await createUser(db, user)).username)).token
  tokens = {
    platform: await logIn({ user_type: 'platform_admin' }),
    organization: await logIn({
      user_type: 'organization_admin',
      organization_id: company.organization_id,
    }),
    owner: await logIn({ user_type: 'company_owner', company_id: company.id }),
  }
})
afterAll(() => server.stop())

async function layoutFor(person: keyof typeof tokens) {
  const { body } = await server.call('session.read', {}, tokens[person])
  return (body as Session).settings.layoutCompanies
}

test('every session has the configured frame of /companies, also without a company (tanzania-facts §11 row 8)', async () => {
  expect(await layoutFor('platform')).toBe('organization')
  expect(await layoutFor('organization')).toBe('organization')
  expect(await layoutFor('owner')).toBe('organization')
})

test('what a company’s row or an older app says of it does not count; the other rules of the company do', async () => {
  const settings = JSON.stringify({ layoutCompanies: 'admin', vendorSerial: 'any' })
  const { db } = server.services
  await db.updateTable('companies').set({ settings }).where('id', '=', company.id).execute()
  expect(await layoutFor('owner')).toBe('organization')
  const { body } = await server.call('companies.find', { id: company.id }, tokens.platform)
  expect((body as CompanyDetails).settings).toEqual({ ...DEFAULT_SETTINGS, vendorSerial: 'any' })

  const chosen = { ...DEFAULT_SETTINGS, layoutCompanies: 'admin' as const, vendorTaxNumber: 'min9' as const }
  const input = { id: company.id, settings: chosen }
  expect((await server.call('companies.choose-readings', input, tokens.platform)).status).toBe(200)
  const stored = await db
    .selectFrom('companies')
    .select('settings')
    .where('id', '=', company.id)
    .executeTakeFirstOrThrow()
  expect(stored.settings).toEqual({ vendorTaxNumber: 'min9' })
})
