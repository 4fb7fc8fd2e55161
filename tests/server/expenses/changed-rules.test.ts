import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CompanySettings, DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { logInTestUser } from '#tests/support/start-test-server.ts'
import { createUser } from '#tests/support/tenants.ts'
import { expenseFields, newExpense } from '../../support/expense-input.ts'
import { createShop, type Shop, startTestBackend, type TestBackend } from '../../support/test-backend.ts'
import { newVendor, vendorFields } from '../../support/vendor-input.ts'

let backend: TestBackend
let shop: Shop
let adminToken: string

beforeAll(async () => {
  backend = await startTestBackend()
  const { server } = backend
  const user = await createUser(server.services.db, { user_type: 'platform_admin' })
  shop = await createShop(backend)
  adminToken = (await logInTestUser(server, user.username)).token
})
afterAll(async () => await backend.close())
beforeEach(async () => await choose({}))

async function choose(chosen: Partial<CompanySettings>): Promise<void> {
  const settings = { ...DEFAULT_SETTINGS, ...chosen }
  const input = { id: shop.companyId, settings }
  expect((await backend.server.call('companies.choose-readings', input, adminToken)).status).toBe(200)
}

test('an expense of before another reading was chosen is processed and canceled; what is changed fits the new one (tanzania-facts §11.2)', async () => {
  const vendor = { ...expenseFields().vendor, serial: '10TZ1001001' }
  const base = expenseFields({ receiptCode: 'ZRB 17', vendor })
  const [kept, gone] = [randomUUID(), randomUUID()]
  for (const [id, receiptCode] of [
    [kept, 'ZRB 17'],
    [gone, 'ZRB 18'],
  ] as const) {
    expect(await shop.phone.pushOne('expense.save', newExpense(id, { ...base, receiptCode }))).toMatchObject({
      state: 'done',
    })
  }
  await choose({ expenseReceiptCodeManual: 'digits9', vendorSerial: 'max10' })
  const edit = (id: string, before: typeof base, change: Partial<typeof base>) =>
    shop.phone.pushOne('expense.save', {
      ...newExpense(id),
      baseRev: 1,
      base: before,
      fields: { ...before, ...change },
    })
  expect(await edit(kept, base, { receiptCode: 'ZRB 19' })).toMatchObject({ code: 'EXPENSE_CODE_DIGITS9' })
  const longer = { vendor: { ...vendor, serial: '10TZ1001002' } }
  expect(await edit(kept, base, longer)).toMatchObject({ code: 'VENDOR_SERIAL_LONG' })
  expect(await edit(kept, base, { status: 'processed' })).toMatchObject({
    state: 'done',
    change: { row: { status: 'processed', receiptCode: 'ZRB 17' } },
  })
  expect(await edit(gone, { ...base, receiptCode: 'ZRB 18' }, { status: 'canceled' })).toMatchObject({
    state: 'done',
  })
})

test('an expense is not processed without an amount, whatever else of it is as recorded', async () => {
  const receipt = { receiptCode: 'TEST00123', receiptTime: '09:30:15', automatic: ['figures'] as const }
  const base = expenseFields({ ...receipt, amountType: 'NO_TAX', items: [], payments: [] })
  const id = randomUUID()
  expect(await shop.phone.pushOne('expense.save', newExpense(id, base))).toMatchObject({ state: 'done' })
  const fields = { ...base, status: 'processed' as const }
  expect(
    await shop.phone.pushOne('expense.save', { ...newExpense(id), baseRev: 1, base, fields }),
  ).toMatchObject({ code: 'EXPENSE_AMOUNT_NOT_POSITIVE' })
})

test('a vendor of before another reading was chosen is switched off and on; a changed number fits the new one', async () => {
  const id = randomUUID()
  const base = vendorFields({ taxNumber: '999000901', serial: '10TZ1001009' })
  expect(await shop.phone.pushOne('vendor.save', newVendor(id, base))).toMatchObject({ state: 'done' })
  await choose({ vendorSerial: 'max10' })
  const edit = (change: Partial<typeof base>) =>
    shop.phone.pushOne('vendor.save', { vendorId: id, baseRev: 1, base, fields: { ...base, ...change } })
  expect(await edit({ serial: '10TZ1001008' })).toMatchObject({ code: 'VENDOR_SERIAL_LONG' })
  expect(await edit({ active: false })).toMatchObject({ change: { row: { active: false } } })
  expect(
    await shop.phone.pushOne('vendor.save', newVendor(randomUUID(), { serial: '10TZ1001007' })),
  ).toMatchObject({
    code: 'VENDOR_SERIAL_LONG',
  })
})
