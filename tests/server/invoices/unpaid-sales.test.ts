import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_CHOICES } from '#domain/companies/company-choices.ts'
import { logInTestUser } from '#tests/support/start-test-server.ts'
import { createOperator } from '#tests/support/tenants.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  Phone,
  type Shop,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

let backend: TestBackend
let shop: Shop
beforeAll(async () => {
  backend = await startTestBackend()
  shop = await createShop(backend)
})
afterAll(async () => await backend.close())

test('a sale that is not paid in full is refused once the owner wants every sale paid, and one that is paid is numbered', async () => {
  const { server } = backend
  const user = await createOperator(server.services.db, shop.companyId, { user_type: 'company_owner' })
  const owner = new Phone(server, shop.companyId, user.id, (await logInTestUser(server, user.username)).token)
  const unpaid = () => invoiceInput({ ...aSale(shop.productId), payments: [] })
  expect(await shop.phone.pushOne('invoice.submit', unpaid())).toMatchObject({ state: 'done' })
  const own = { email: 'duka@example.test', phone: '700000101', address: 'Kariakoo', ...DEFAULT_CHOICES }
  expect(await owner.call('company.configure', { ...own, unpaidSales: false })).toMatchObject({ status: 200 })
  expect(await shop.phone.pushOne('invoice.submit', unpaid())).toMatchObject({
    state: 'refused',
    code: 'INVOICE_UNPAID_NOT_ALLOWED',
    fields: [{ path: 'payments', code: 'INVOICE_UNPAID_NOT_ALLOWED' }],
  })
  const paid = invoiceInput(aSale(shop.productId))
  expect(await shop.phone.pushOne('invoice.submit', paid)).toMatchObject({ state: 'done' })
  const { body } = await shop.phone.call('session.read', {})
  expect(body).toMatchObject({ company: { choices: { unpaidSales: false } } })
})
