import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CompanyDetails, CompanyRow, OrganizationRow } from '#contract/administration.ts'
import type { EndpointInput, EndpointName } from '#contract/endpoints.ts'
import { PAGE_SIZE, type Page } from '#contract/pages.ts'
import { logInTestUser, startTestServer, type TestServer } from '../../support/start-test-server.ts'
import { createCompany, createOperator, createOrganization, createUser } from '../../support/tenants.ts'

type Asker = <Name extends EndpointName>(
  name: Name,
  input: EndpointInput<Name>,
) => ReturnType<TestServer['call']>

let server: TestServer
let platform: Asker
let admin: Asker
let organization: { readonly id: string }

async function asker(overrides: Parameters<typeof createUser>[1]): Promise<Asker> {
  const user = await createUser(server.services.db, overrides)
  const { token } = await logInTestUser(server, user.username)
  return async (name, input) => await server.call(name, input, token)
}

beforeAll(async () => {
  server = await startTestServer()
  organization = await createOrganization(server.services.db, { name: 'Kilele Mfano Group' })
  platform = await asker({ user_type: 'platform_admin' })
  admin = await asker({ user_type: 'organization_admin', organization_id: organization.id })
})
afterAll(() => server.stop())

function companyForm(overrides: Partial<EndpointInput<'companies.save'>['fields']> = {}) {
  return {
    organizationId: organization.id,
    name: 'Saluni Mfano',
    tin: String(randomInt(100_000_000, 1_000_000_000)),
    vrn: '',
    email: 'saluni@example.test',
    phone: '0700 000 113',
    address: 'Mtaa wa Amani, Arusha',
    serial: '99tz-000003',
    ...overrides,
  }
}

async function created(fields = companyForm()): Promise<CompanyDetails> {
  const answer = await admin('companies.save', { id: randomUUID(), base: null, fields })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as CompanyDetails
}

describe('a company (spec §5, company form)', () => {
  test('is stored in one form, begins enabled and without a registered device, and is found by its page', async () => {
    const fields = companyForm()
    const company = await created(fields)
    expect(company).toMatchObject({
      name: 'Saluni Mfano',
      tin: fields.tin,
      phone: '+255700000113',
      serial: '99TZ000003',
      active: true,
      registered: false,
      organizationName: 'Kilele Mfano Group',
    })
    expect((await platform('companies.find', { id: company.id })).body).toEqual(company)
  })

  test('is made once, however often the request arrives', async () => {
    const request = { id: randomUUID(), base: null, fields: companyForm() }
    const first = await admin('companies.save', request)
    expect(await admin('companies.save', request)).toMatchObject({ status: 200, body: first.body })
    const list = await admin('companies.list', { search: request.fields.tin })
    expect(list.body).toMatchObject({ total: 1 })
  })

  test('is not put back by the request that made it, arriving again after an edit', async () => {
    const request = { id: randomUUID(), base: null, fields: companyForm() }
    await admin('companies.save', request)
    const moved = { ...request.fields, address: 'Sakina, Arusha' }
    await admin('companies.save', { id: request.id, base: request.fields, fields: moved })
    const again = await admin('companies.save', request)
    expect(again).toMatchObject({ status: 200, body: { address: 'Sakina, Arusha' } })
  })

  test('is corrected by a form that was changed after its answer was lost', async () => {
    const id = randomUUID()
    const fields = companyForm()
    await admin('companies.save', { id, base: null, fields })
    const corrected = { ...fields, address: 'Njiro, Arusha' }
    const answer = await admin('companies.save', { id, base: null, fields: corrected })
    expect(answer).toMatchObject({ status: 200, body: { id, name: fields.name, address: 'Njiro, Arusha' } })
    expect((await platform('companies.find', { id })).body).toEqual(answer.body)
    const refused = await admin('companies.save', { id, base: null, fields: { ...fields, name: ' ' } })
    expect(refused.status).toBe(422)
  })

  test('with a serial longer than the 14 characters of today stays editable, but gets no other such serial', async () => {
    const { id, phone } = await created()
    const serial = '9'.repeat(20)
    await server.services.db.updateTable('companies').set({ serial }).where('id', '=', id).execute()
    const { body } = await admin('companies.find', { id })
    const { organizationId, name, tin, vrn, email, address } = body as CompanyDetails
    const base = { organizationId, name, tin, vrn, email, phone, address, serial }
    const moved = await admin('companies.save', { id, base, fields: { ...base, address: 'Njiro, Arusha' } })
    expect(moved).toMatchObject({ status: 200, body: { address: 'Njiro, Arusha', serial } })
    const other = { ...base, address: 'Njiro, Arusha', serial: '8'.repeat(20) }
    expect(await admin('companies.save', { id, base, fields: other })).toMatchObject({
      status: 422,
      body: { fields: [{ path: 'serial', code: 'COMPANY_SERIAL_INVALID' }] },
    })
  })

  test('with the TIN of people abroad stays editable, and no other company gets it', async () => {
    const { id } = await created()
    const tin = '999999999'
    await server.services.db.updateTable('companies').set({ tin }).where('id', '=', id).execute()
    const { body } = await admin('companies.find', { id })
    const { organizationId, name, vrn, email, phone, address, serial } = body as CompanyDetails
    const base = { organizationId, name, tin, vrn, email, phone, address, serial }
    const fields = { ...base, address: 'Njiro, Arusha' }
    const moved = await admin('companies.save', { id, base, fields })
    expect(moved).toMatchObject({ status: 200, body: { address: 'Njiro, Arusha', tin } })
    const own = companyForm()
    const other = await created(own)
    expect(await admin('companies.save', { id: other.id, base: own, fields: { ...own, tin } })).toMatchObject(
      {
        status: 422,
        body: { fields: [{ path: 'tin', code: 'COMPANY_TIN_REQUIRED' }] },
      },
    )
  })

  test('with every field empty is refused at every field', async () => {
    const fields = {
      organizationId: '',
      name: ' ',
      tin: '',
      vrn: '',
      email: '',
      phone: '',
      address: '',
      serial: '',
    }
    const answer = await admin('companies.save', { id: randomUUID(), base: null, fields })
    expect(answer.status).toBe(422)
    const paths = (answer.body as { fields: { path: string }[] }).fields.map(({ path }) => path)
    expect(paths).toEqual(['organizationId', 'name', 'tin', 'email', 'phone', 'address', 'serial'])
  })

  test('with the TIN of another company is refused at the TIN', async () => {
    const { tin } = await created()
    const answer = await admin('companies.save', {
      id: randomUUID(),
      base: null,
      fields: companyForm({ tin }),
    })
    expect(answer).toMatchObject({
      status: 409,
      body: { fields: [{ path: 'tin', code: 'COMPANY_TIN_REGISTERED' }] },
    })
  })

  test('edited by two admins at once keeps both changes, and its phones get it from the feed', async () => {
    const base = companyForm()
    const { id } = await created(base)
    await admin('companies.save', { id, base, fields: { ...base, name: 'Saluni Mpya' } })
    const second = await platform('companies.save', {
      id,
      base,
      fields: { ...base, address: 'Njiro, Arusha' },
    })
    expect(second.body).toMatchObject({ name: 'Saluni Mpya', address: 'Njiro, Arusha' })
    const feed = await server.services.db
      .selectFrom('changes')
      .select('t')
      .where('company_id', '=', id)
      .execute()
    expect(feed).toEqual([{ t: 'company' }])
  })
})

describe('disabled and enabled again (spec §4)', () => {
  test('people of a disabled company are out at once and come back with it', async () => {
    const company = await created()
    const operator = await createOperator(server.services.db, company.id)
    const { token } = await logInTestUser(server, operator.username)
    const read = async () => (await server.call('session.read', {}, token)).status
    expect(await read()).toBe(200)
    expect((await admin('companies.set-enabled', { id: company.id, enabled: false })).body).toMatchObject({
      active: false,
    })
    // The clock of this server does not move: only the database's notification empties its cache.
    await expect.poll(read, { timeout: 1_500 }).toBe(403)
    await admin('companies.set-enabled', { id: company.id, enabled: true })
    await expect.poll(read, { timeout: 1_500 }).toBe(200)
  })

  test('a disabled organization logs all users of its companies out', async () => {
    const other = await createOrganization(server.services.db)
    const company = await createCompany(server.services.db, { organization_id: other.id })
    const operator = await createOperator(server.services.db, company.id)
    const { token } = await logInTestUser(server, operator.username)
    const read = async () => (await server.call('session.read', {}, token)).status
    expect(await read()).toBe(200)
    await platform('organizations.set-enabled', { id: other.id, enabled: false })
    await expect.poll(read, { timeout: 1_500 }).toBe(403)
    await platform('organizations.set-enabled', { id: other.id, enabled: true })
    await expect.poll(read, { timeout: 1_500 }).toBe(200)
  })
})

describe('an organization (spec §3)', () => {
  const fields = {
    name: 'Pwani Mfano',
    ownerName: 'Asha Mfano',
    ownerPhone: '700000103',
    ownerEmail: 'pwani@example.test',
  }

  test('is created by a platform admin and edited by its own admin', async () => {
    const id = randomUUID()
    const made = await platform('organizations.save', { id, base: null, fields })
    expect(made.body).toMatchObject({ ...fields, ownerPhone: '+255700000103', active: true, companies: 0 })
    const own = await asker({ user_type: 'organization_admin', organization_id: id })
    const saved = await own('organizations.save', {
      id,
      base: fields,
      fields: { ...fields, name: 'Pwani Mpya' },
    })
    expect(saved.body).toMatchObject({ name: 'Pwani Mpya' })
    expect(await own('organizations.list', {})).toMatchObject({ body: { total: 1, rows: [{ id }] } })
  })

  test('is corrected by a form that was changed after its answer was lost, and made once by a repeated one', async () => {
    const request = { id: randomUUID(), base: null, fields }
    const made = await platform('organizations.save', request)
    expect(await platform('organizations.save', request)).toMatchObject({ status: 200, body: made.body })
    const corrected = { ...fields, ownerName: 'Rehema Mfano' }
    const answer = await platform('organizations.save', { ...request, fields: corrected })
    expect(answer).toMatchObject({ status: 200, body: { id: request.id, ownerName: 'Rehema Mfano' } })
    const again = await platform('organizations.save', request)
    expect(again).toMatchObject({ status: 200, body: { ownerName: 'Rehema Mfano' } })
    const own = await asker({ user_type: 'organization_admin', organization_id: request.id })
    const foreign = await own('organizations.save', { ...request, fields })
    expect(foreign.body).toMatchObject({ code: 'FORBIDDEN' })
  })

  test('with every field empty is refused at every field', async () => {
    const empty = { name: '', ownerName: '', ownerPhone: '', ownerEmail: '' }
    const answer = await platform('organizations.save', { id: randomUUID(), base: null, fields: empty })
    expect(answer).toMatchObject({
      status: 422,
      body: {
        fields: [
          { path: 'name', code: 'ORGANIZATION_NAME_REQUIRED' },
          { path: 'ownerName', code: 'ORGANIZATION_OWNER_NAME_REQUIRED' },
          { path: 'ownerPhone', code: 'ORGANIZATION_OWNER_PHONE_REQUIRED' },
          { path: 'ownerEmail', code: 'ORGANIZATION_OWNER_EMAIL_REQUIRED' },
        ],
      },
    })
  })
})

describe('lists over 10,000 companies', () => {
  const MANY = 10_000
  /** Ten times what a page may take (100 ms), since the machine of a test is shared. */
  const SLOWEST_MS = 1_000
  let crowded: { readonly id: string }

  beforeAll(async () => {
    const { db } = server.services
    crowded = await createOrganization(db, { name: 'Wengi Mfano' })
    const rows = Array.from({ length: MANY }, (_, index) => ({
      id: randomUUID(),
      organization_id: crowded.id,
      name: `Duka Namba ${String(index).padStart(5, '0')}`,
      tin: `A${String(index).padStart(8, '0')}`,
      vrn: '',
      address: 'Kariakoo',
      phone: '700000101',
      email: `duka${index}@example.test`,
      settings: '{}',
    }))
    for (let from = 0; from < MANY; from += 1_000) {
      await db
        .insertInto('companies')
        .values(rows.slice(from, from + 1_000))
        .execute()
    }
  })

  const ofCrowd = async (input: EndpointInput<'companies.list'>) => {
    const startedAt = performance.now()
    const answer = await platform('companies.list', { organizationId: crowded.id, ...input })
    expect(performance.now() - startedAt).toBeLessThan(SLOWEST_MS)
    return answer.body as Page<CompanyRow>
  }

  test.each([
    ['the first page', {}, 0],
    ['the last page', { page: String(MANY / PAGE_SIZE) }, MANY - PAGE_SIZE],
  ])('%s comes in order with the number of all', async (_, input, first) => {
    const page = await ofCrowd(input)
    expect(page.total).toBe(MANY)
    expect(page.rows).toHaveLength(PAGE_SIZE)
    expect(page.rows[0]?.name).toBe(`Duka Namba ${String(first).padStart(5, '0')}`)
  })

  test('words are found anywhere, in any case and order; signs of patterns are only signs', async () => {
    expect((await ofCrowd({ search: '09999 NAMBA' })).rows.map(({ name }) => name)).toEqual([
      'Duka Namba 09999',
    ])
    expect((await ofCrowd({ search: 'duka%99' })).total).toBe(0)
    expect((await ofCrowd({ search: 'duka_' })).total).toBe(0)
  })

  test('are turned round, narrowed down and empty beyond the end', async () => {
    expect((await ofCrowd({ sort: '-name' })).rows[0]?.name).toBe('Duka Namba 09999')
    expect((await ofCrowd({ filter: 'disabled' })).total).toBe(0)
    expect((await ofCrowd({ filter: 'unregistered' })).total).toBe(MANY)
    expect(await ofCrowd({ page: '9999' })).toEqual({ rows: [], total: MANY })
  })

  test('an organization admin sees none of them, with any search', async () => {
    expect((await admin('companies.list', { search: 'Namba' })).body).toEqual({ rows: [], total: 0 })
  })

  test('the organization with most companies comes first where that is the order', async () => {
    const answer = await platform('organizations.list', { sort: '-companies' })
    expect((answer.body as Page<OrganizationRow>).rows[0]).toMatchObject({ id: crowded.id, companies: MANY })
  })
})
