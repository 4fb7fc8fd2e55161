import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Change } from '#contract/sync.ts'
import { LOGO_LIMIT, type Logo } from '#domain/receipts/logo.ts'
import { newPublicReceiptToken } from '#domain/receipts/public-receipt-token.ts'
import { logInTestUser } from '#tests/support/start-test-server.ts'
import { createOperator } from '#tests/support/tenants.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  invoiceOf,
  Phone,
  type Shop,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

const CROSS: Logo = { width: 8, height: 2, dots: '18ff' }

let backend: TestBackend
let shop: Shop
let owner: Phone
beforeAll(async () => {
  backend = await startTestBackend()
  shop = await createShop(backend)
  const { server } = backend
  const user = await createOperator(server.services.db, shop.companyId, { user_type: 'company_owner' })
  const { token } = await logInTestUser(server, user.username)
  owner = new Phone(server, shop.companyId, user.id, token)
})
afterAll(async () => await backend.close())

/** The company as a phone at `cursor` gets it. */
async function pulled(phone: Phone, cursor: string) {
  const { changes, next } = await phone.pull(cursor)
  const companies = (changes as Change[]).flatMap((change) => (change.t === 'company' ? [change.row] : []))
  return { companies, next }
}

test('the owner’s logo comes to every phone of the company, to the session and to the public page; the same again changes nothing', async () => {
  const { next: before } = await shop.phone.pull()
  expect(await owner.call('company.choose-logo', { logo: CROSS })).toMatchObject({ status: 200 })
  const first = await pulled(shop.phone, before)
  expect(first.companies).toMatchObject([{ id: shop.companyId, logo: CROSS }])
  expect((await shop.phone.call('session.read', {})).body).toMatchObject({ company: { logo: CROSS } })

  await owner.call('company.choose-logo', { logo: CROSS })
  const again = await pulled(shop.phone, first.next)
  expect(again.companies).toEqual([])

  const slipToken = newPublicReceiptToken(Math.random)
  invoiceOf(await shop.phone.pushOne('invoice.submit', { ...invoiceInput(aSale(shop.productId)), slipToken }))
  const page = await (await fetch(`${backend.server.url}/slip/${slipToken}?lang=en`)).text()
  expect(page).toContain('d="M3 0h2v1h-2zM0 1h8v1h-8z"')

  await owner.call('company.choose-logo', { logo: null })
  expect((await pulled(shop.phone, again.next)).companies).toMatchObject([{ logo: null }])
})

test('an operator chooses no logo', async () => {
  const refused = await shop.phone.call('company.choose-logo', { logo: CROSS })
  expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
})

test.each([
  ['more dots than its size', { width: 8, height: 2, dots: '18ffff' }],
  ['fewer dots than its size', { width: 8, height: 2, dots: '18' }],
  ['nothing dark', { width: 8, height: 2, dots: '0000' }],
  ['something else than dots', { width: 8, height: 2, dots: '"><s' }],
  ['a size of nothing', { width: 0, height: 2, dots: '' }],
  ['half a dot', { width: 7.5, height: 2, dots: '18ff' }],
  ['more than any paper has', { width: LOGO_LIMIT.width + 8, height: 1, dots: 'ff'.repeat(33) }],
  ['more than a phone should carry', { width: 256, height: 129, dots: 'ff'.repeat(32 * 129) }],
])('a picture with %s is refused', async (_, logo) => {
  const refused = await owner.call('company.choose-logo', { logo })
  expect(refused).toMatchObject({ status: 422, body: { code: 'REQUEST_INVALID' } })
})
