import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SetupFacts } from '#domain/setup/setup-steps.ts'
import { logInTestUser, startTestServer, type TestServer } from '../../support/start-test-server.ts'
import { createCompany, createOrganization, createUser } from '../../support/tenants.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const NOTHING: SetupFacts = {
  ...{ organization: false, company: false, certificate: false, registration: false },
  ...{ owner: false, operator: false, product: false, receipt: false },
}

async function factsOf(user: { readonly username: string }): Promise<unknown> {
  const { token } = await logInTestUser(server, user.username)
  return (await server.call('setup.read', {}, token)).body
}

test('each person hears how far what they look after is set up, and nothing of others (spec §2, §6)', async () => {
  const { db } = server.services
  const admin = await createUser(db, { user_type: 'platform_admin' })
  expect(await factsOf(admin)).toEqual(NOTHING)
  const organization = await createOrganization(db)
  const foreign = await createOrganization(db)
  expect(await factsOf(admin)).toEqual({ ...NOTHING, organization: true })
  const company = await createCompany(db, { organization_id: organization.id })
  const owner = await createUser(db, { user_type: 'company_owner', company_id: company.id })
  const ready = { ...NOTHING, organization: true, company: true, owner: true }
  expect(await factsOf(admin)).toEqual(ready)
  expect(await factsOf(owner)).toEqual(ready)
  const own = await createUser(db, { user_type: 'organization_admin', organization_id: organization.id })
  expect(await factsOf(own)).toEqual(ready)
  const other = await createUser(db, { user_type: 'organization_admin', organization_id: foreign.id })
  expect(await factsOf(other)).toEqual({ ...NOTHING, organization: true })
})
