import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_COMPANIES } from '#server/demo/demo-companies.ts'
import { companyIdOf } from '#server/demo/seed-companies.ts'
import { sandboxScopeOf } from '#server/services/api-keys/sandbox-scope.ts'
import { updateUserStatus } from '#server/storage/accounts/users.ts'
import { findCompanyIdentity } from '#server/storage/fiscal/identities.ts'
import { ApiProgram, startProgram } from '../../support/api-program.ts'
import { until } from '../../support/several-servers.ts'
import { logInTestUser, startTestServer, type TestServer } from '../../support/start-test-server.ts'
import { createCompany, createOrganization, createUser } from '../../support/tenants.ts'

const P = '/v1/accounting/public'
const ME = '/api/v2/public/auth/me'
const [main] = DEMO_COMPANIES
const companyId = companyIdOf(main)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ background: true, demoInvoices: 5 })
}, 120_000)
afterAll(async () => await server.stop())

const SALE = {
  submit: true,
  items: [{ productName: 'Sukari 1 kg', quantity: 2, unitPrice: 3000, taxType: 'standard' }],
}

async function countOf(of: string): Promise<number> {
  const { db } = server.services
  const rows = await db.selectFrom('receipts').select('gc').where('company_id', '=', of).execute()
  return rows.length
}

test('a test key sells in a sandbox at the simulator: the company has none of its numbers, products or receipts', async () => {
  const live = await startProgram(server, companyId)
  const made = await startProgram(server, companyId, undefined, 'test')
  expect(made.key).toMatch(/^rsk_test_/)
  expect(live.key).toMatch(/^rsk_live_/)
  const before = await countOf(companyId)
  const me = await made.program.get(ME)
  expect(me.body).toMatchObject({
    key: { mode: 'test' },
    company: { name: `SANDBOX ${main.name}` },
    fiscalState: 'active',
  })
  expect((me.body['company'] as { tin: string }).tin).toMatch(/^000\d{6}$/)
  const first = await made.program.post(`${P}/invoices`, SALE)
  expect(first).toMatchObject({
    status: 202,
    body: { receipt: { gc: 1, environment: 'simulator' }, origin: 'API' },
  })
  const second = await made.program.post(`${P}/invoices`, SALE)
  expect(second.body).toMatchObject({ receipt: { gc: 2 } })
  const path = `${P}/invoices/${String(first.body['id'])}`
  await until('the simulator has issued the receipt', async () => {
    return (await made.program.get(path)).body['status'] === 'issued'
  })
  const page = await fetch(String(first.body['publicUrl']))
  expect(await page.text()).toContain('NOT A FISCAL RECEIPT')
  // Neither key sees what the other one does.
  expect((await live.program.get(path)).status).toBe(404)
  expect(await countOf(companyId)).toBe(before)
  const products = await live.program.get(`${P}/products?limit=100`)
  const productId = (first.body['items'] as { productId: string }[])[0]?.productId
  expect(JSON.stringify(products.body)).not.toContain(productId)
  const identity = await findCompanyIdentity(server.services.db, sandboxScopeOf({ companyId }))
  expect(identity).toMatchObject({ environment: 'simulator' })
}, 60_000)

/** A company that is not registered for VAT, and how a platform admin registers it. */
async function openUnregistered(tin: string) {
  const admin = await createUser(server.services.db, { user_type: 'platform_admin' })
  const { token } = await logInTestUser(server, admin.username)
  const organization = await createOrganization(server.services.db)
  const id = randomUUID()
  const fields = {
    ...{ name: 'Duka Mfano la Kodi', tin, vrn: '', organizationId: organization.id },
    ...{ email: 'kodi@example.test', phone: '754000101', address: 'Kariakoo', serial: `99TZ${tin.slice(3)}` },
  }
  const registered = { ...fields, vrn: `${tin.slice(1)}B` }
  const save = async (base: typeof fields | null, to: typeof fields) =>
    expect(await server.call('companies.save', { id, base, fields: to }, token)).toMatchObject({
      status: 200,
    })
  await save(null, fields)
  return {
    id,
    register: async () => await save(fields, registered),
    endRegistration: async () => await save(registered, fields),
  }
}

async function sellIn(program: ApiProgram, isVat: boolean): Promise<void> {
  const sold = await program.post(`${P}/invoices`, SALE)
  expect(sold).toMatchObject({ status: 202, body: { totals: { totalVat: isVat ? 915.25 : 0 } } })
  await until('the simulator has issued the receipt', async () => {
    const { body } = await program.get(`${P}/invoices/${String(sold.body['id'])}`)
    return body['status'] === 'issued'
  })
}

test('a sandbox charges VAT as long as its company is registered for it, and the simulator takes both', async () => {
  const company = await openUnregistered('187654321')
  const { program } = await startProgram(server, company.id, undefined, 'test')
  await sellIn(program, false)
  await company.register()
  await sellIn(program, true)
  expect((await program.get(ME)).text).toMatch(/"vrn":"00\d{6}Z"/)
  await company.endRegistration()
  await sellIn(program, false)
}, 60_000)

test('a sandbox whose device is from before that goes on to sell without VAT', async () => {
  const company = await openUnregistered('187654322')
  const { program } = await startProgram(server, company.id, undefined, 'test')
  const { companyId: sandboxId } = sandboxScopeOf({ companyId: company.id })
  await server.services.db
    .updateTable('fiscal_identities')
    .set({ registration: sql`jsonb_set(registration, '{vrn}', '""')` })
    .where('company_id', '=', sandboxId)
    .execute()
  await company.register()
  await sellIn(program, false)
}, 60_000)

test('all test keys of a company share its sandbox; another company has another one', async () => {
  const one = await startProgram(server, companyId, undefined, 'test')
  const two = await startProgram(server, companyId, undefined, 'test')
  const [firstMe, secondMe] = [await one.program.get(ME), await two.program.get(ME)]
  expect(secondMe.body['company']).toEqual(firstMe.body['company'])
  const [, second] = DEMO_COMPANIES
  const neighbour = await startProgram(server, companyIdOf(second ?? main), undefined, 'test')
  expect((await neighbour.program.get(ME)).body['company']).not.toEqual(firstMe.body['company'])
})

test('the owner sees keys of both modes, replaces and revokes them; who leaves ends the test key too', async () => {
  const made = await startProgram(server, companyId, undefined, 'test')
  const { body } = await server.call('api-keys.list', {}, made.token)
  const { keys, sandbox } = body as { keys: { id: string; mode: string }[]; sandbox: boolean }
  expect(sandbox).toBe(true)
  expect(keys.find(({ id }) => id === made.id)).toMatchObject({ mode: 'test' })
  expect(keys.some(({ mode }) => mode === 'live')).toBe(true)
  const rotated = await server.call('api-keys.rotate', { id: made.id, overlapHours: 0 }, made.token)
  const { key } = rotated.body as { key: string }
  expect(key).toMatch(/^rsk_test_/)
  expect((await made.program.get(ME)).body['code']).toBe('KEY_EXPIRED')
  const program = new ApiProgram(server.url, key)
  expect((await program.get(ME)).status).toBe(200)
  await updateUserStatus(server.services.db, made.owner.id, 'inactive')
  expect((await program.get(ME)).body['code']).toBe('USER_DISABLED')
  const other = await startProgram(server, companyId, undefined, 'test')
  await server.call('api-keys.revoke', { id: other.id }, other.token)
  expect((await other.program.get(ME)).body['code']).toBe('KEY_REVOKED')
})

test('a form that was sent for a live key and is sent again for a test key gives a test key', async () => {
  const { token, id } = await startProgram(server, companyId)
  const form = { id, name: 'Duka mtandaoni', scopes: ['invoices:read' as const], mode: 'test' as const }
  const { status, body } = await server.call('api-keys.create', form, token)
  expect(status).toBe(200)
  const made = body as { id: string; key: string }
  expect(made.key).toMatch(/^rsk_test_/)
  expect(made.id).not.toBe(id)
})

test('a sandbox is in no list, count or report over companies', async () => {
  await startProgram(server, companyId, undefined, 'test')
  const admin = await createUser(server.services.db, { user_type: 'platform_admin' })
  const { token } = await logInTestUser(server, admin.username)
  const companies = await server.call('companies.list', { page: '1', search: 'SANDBOX' }, token)
  expect(companies).toMatchObject({ status: 200, body: { total: 0 } })
  const trail = await server.call(
    'audit.list',
    { page: '1', search: 'SANDBOX', from: '2026-01-01', to: '2026-12-31' },
    token,
  )
  expect(trail).toMatchObject({ status: 200, body: { total: 0 } })
})

test('a key whose mode is not that of its company is refused, and a server without sandboxes takes no test key', async () => {
  const made = await startProgram(server, companyId, undefined, 'test')
  const { db } = server.services
  const move = async (to: string) => {
    await db.updateTable('api_clients').set({ company_id: to }).where('id', '=', made.id).execute()
    await db.updateTable('api_secrets').set({ company_id: to }).where('client_id', '=', made.id).execute()
  }
  await move(companyId)
  expect(await made.program.get(ME)).toMatchObject({ status: 401, body: { code: 'KEY_WRONG_MODE' } })
  await move(sandboxScopeOf({ companyId }).companyId)
  expect((await made.program.get(ME)).status).toBe(200)
  const plain = await startTestServer({
    environment: { TRA_BASE_URL: 'https://vfd.example.tz', TRA_VERIFY_URL: 'https://verify.example.tz' },
  })
  try {
    const company = await createCompany(plain.services.db)
    expect((await new ApiProgram(plain.url, made.key).get(ME)).body['code']).toBe('KEY_WRONG_MODE')
    await expect(startProgram(plain, company.id, undefined, 'test')).rejects.toThrow(/UNAVAILABLE/)
  } finally {
    await plain.stop()
  }
})
