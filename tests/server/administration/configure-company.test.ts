import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Change } from '#contract/sync.ts'
import type { Company } from '#domain/companies/company.ts'
import { DEFAULT_CHOICES, type OwnCompany, ownCompanyOf } from '#domain/companies/company-choices.ts'
import { PAYMENT_TYPES } from '#domain/invoices/invoice.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { logInTestUser } from '#tests/support/start-test-server.ts'
import { createOperator, createUser } from '#tests/support/tenants.ts'
import {
  createShop,
  Phone,
  type Shop,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

const OWN: OwnCompany = {
  email: 'duka@example.test',
  phone: '700000101',
  address: 'Kariakoo',
  receiptSecondLine: 'Vyakula na vinywaji',
  receiptFooter: 'Karibu tena',
  paymentTypes: ['cash', 'e-money'],
}

let backend: TestBackend
let shop: Shop
let owner: Phone
let platformToken: string
beforeAll(async () => {
  backend = await startTestBackend()
  shop = await createShop(backend)
  const { server } = backend
  const user = await createOperator(server.services.db, shop.companyId, { user_type: 'company_owner' })
  owner = new Phone(server, shop.companyId, user.id, (await logInTestUser(server, user.username)).token)
  const admin = await createUser(server.services.db, { user_type: 'platform_admin' })
  platformToken = (await logInTestUser(server, admin.username)).token
})
afterAll(async () => await backend.close())

/** The company as a phone at `cursor` gets it. */
async function pulledCompanies(cursor: string) {
  const { changes } = await shop.phone.pull(cursor)
  return (changes as Change[]).flatMap((change) => (change.t === 'company' ? [change.row] : []))
}

test('what the owner says of the company reaches every phone with the feed and the session', async () => {
  const { next } = await shop.phone.pull()
  expect(await owner.call('company.configure', OWN)).toMatchObject({ status: 200 })
  const choices = {
    receiptSecondLine: 'Vyakula na vinywaji',
    receiptFooter: 'Karibu tena',
    paymentTypes: ['cash', 'e-money'],
  }
  const company = { address: 'Kariakoo', phone: '+255700000101', choices }
  expect(await pulledCompanies(next)).toMatchObject([company])
  expect((await shop.phone.call('session.read', {})).body).toMatchObject({ company })
})

test('the owner is given the name of the organization of the own company, and nothing of another one', async () => {
  const { db } = backend.server.services
  const { name } = await db
    .selectFrom('organizations as o')
    .innerJoin('companies as c', 'c.organization_id', 'o.id')
    .where('c.id', '=', shop.companyId)
    .select('o.name')
    .executeTakeFirstOrThrow()
  const own = await owner.call('companies.find', { id: shop.companyId })
  expect(own).toMatchObject({ status: 200, body: { organizationName: name } })
  const other = await createShop(backend)
  const foreign = await owner.call('companies.find', { id: other.companyId })
  expect(foreign).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
})

test('layout and paper of receipts reach every phone; an app that does not know them leaves them as they are', async () => {
  const chosen = { ...OWN, receiptLayout: 'compact' as const, receiptPaper: '58' as const }
  expect(await owner.call('company.configure', chosen)).toMatchObject({ status: 200 })
  const { next } = await shop.phone.pull()
  expect(await owner.call('company.configure', OWN)).toMatchObject({ status: 200 })
  const choices = { receiptLayout: 'compact', receiptPaper: '58' }
  expect(await pulledCompanies(next)).toMatchObject([{ choices }])
})

test('what another owner changed while the page was open stays, unless this one changed it too', async () => {
  await owner.call('company.configure', { ...OWN, ...DEFAULT_CHOICES, receiptFooter: 'Karibu tena' })
  const { company } = (await owner.call('session.read', {})).body as { company: Company }
  const base = ownCompanyOf(company)
  const configure = async (changed: Partial<OwnCompany>) => {
    const { next } = await shop.phone.pull()
    const form = { ...base, ...changed }
    expect(await owner.call('company.configure', { ...form, base })).toMatchObject({ status: 200 })
    return (await pulledCompanies(next))[0]
  }
  await configure({ receiptFooter: 'Asante', address: 'Ilala', receiptPaper: '58' })
  const both = await configure({ phone: '700000102', unpaidSales: false })
  const kept = { receiptFooter: 'Asante', receiptPaper: '58', unpaidSales: false }
  expect(both).toMatchObject({ address: 'Ilala', phone: '+255700000102', choices: kept })
  const later = await configure({ receiptFooter: 'Karibuni' })
  expect(later).toMatchObject({ address: 'Ilala', choices: { ...kept, receiptFooter: 'Karibuni' } })
})

test('two owners turn different payment methods off and on', async () => {
  const offered = ['cash', 'e-money', 'cheque'] as const
  await owner.call('company.configure', { ...OWN, paymentTypes: [...offered] })
  const { company } = (await owner.call('session.read', {})).body as { company: Company }
  const base = ownCompanyOf(company)
  const turn = async (paymentTypes: OwnCompany['paymentTypes']) => {
    const { next } = await shop.phone.pull()
    expect((await owner.call('company.configure', { ...base, paymentTypes, base })).status).toBe(200)
    return (await pulledCompanies(next))[0]?.choices?.paymentTypes
  }
  expect(await turn(['cash', 'e-money'])).toEqual(['cash', 'e-money'])
  expect(await turn(['cash', 'credit_card', 'cheque'])).toEqual(['cash', 'credit_card'])
  // The last one cannot be turned off by two who each leave another.
  const form = {
    ...base,
    paymentTypes: ['cheque' as const],
    base: { ...base, paymentTypes: [...PAYMENT_TYPES] },
  }
  const refused = await owner.call('company.configure', form)
  expect(refused).toMatchObject({ status: 422, body: { fields: [{ code: 'PAYMENT_TYPE_REQUIRED' }] } })
})

test('what the owner leaves out or types too long is reported at its field (spec §5)', async () => {
  const empty = { email: '', phone: '', address: '', ...DEFAULT_CHOICES, paymentTypes: [] }
  const long = { ...empty, receiptFooter: 'x'.repeat(101), receiptSecondLine: 'x'.repeat(101) }
  expect(await owner.call('company.configure', long)).toMatchObject({
    status: 422,
    body: {
      fields: [
        { path: 'email', code: 'COMPANY_EMAIL_REQUIRED' },
        { path: 'phone', code: 'COMPANY_PHONE_REQUIRED' },
        { path: 'address', code: 'COMPANY_ADDRESS_REQUIRED' },
        { path: 'receiptSecondLine', code: 'RECEIPT_TEXT_TOO_LONG' },
        { path: 'receiptFooter', code: 'RECEIPT_TEXT_TOO_LONG' },
        { path: 'paymentTypes', code: 'PAYMENT_TYPE_REQUIRED' },
      ],
    },
  })
})

test('the reading that the platform chooses for a company reaches its phones with the feed and the session', async () => {
  const { next } = await shop.phone.pull()
  const settings = { ...DEFAULT_SETTINGS, taxExpenseSpecialRelief: 5 as const, vendorSerial: 'any' as const }
  const input = { id: shop.companyId, settings }
  const answer = await backend.server.call('companies.choose-readings', input, platformToken)
  expect(answer.status).toBe(200)
  expect(await pulledCompanies(next)).toMatchObject([{ settings }])
  expect((await shop.phone.call('session.read', {})).body).toMatchObject({ settings })
})

test('the USSD code of a company is stored in the form that can be dialled, or refused at its field', async () => {
  const { next } = await shop.phone.pull()
  const choose = (ussdCode: string) =>
    backend.server.call(
      'companies.choose-readings',
      { id: shop.companyId, settings: { ...DEFAULT_SETTINGS, ussdCode } },
      platformToken,
    )
  expect(await choose('any phone')).toMatchObject({
    status: 422,
    body: { code: 'USSD_DIAL_CODE', fields: [{ path: 'ussdCode', code: 'USSD_DIAL_CODE' }] },
  })
  expect((await choose('150*77#')).status).toBe(200)
  expect(await pulledCompanies(next)).toMatchObject([{ settings: { ussdCode: '*150*77#' } }])
})
