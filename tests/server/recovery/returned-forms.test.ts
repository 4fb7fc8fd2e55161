import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CompanySettings, DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { logInTestUser } from '#tests/support/start-test-server.ts'
import { createUser } from '#tests/support/tenants.ts'
import { expenseFields, newExpense } from '../../support/expense-input.ts'
import { newVendor } from '../../support/vendor-input.ts'
import {
  openForgetful,
  openRestorableShop,
  type RestorableServer,
  type RestorableShop,
} from './restored-backend.ts'

let restorable: RestorableServer
let shop: RestorableShop
beforeAll(async () => {
  restorable = await openForgetful()
})
beforeEach(async () => {
  shop = await openRestorableShop(restorable)
})
afterAll(async () => await restorable.close())

const push = (...[type, body]: Parameters<RestorableShop['shop']['phone']['pushOne']>) =>
  shop.phones[0].phone.pushOne(type, body)

/** Chooses other readings of the rules than those under which the records were saved. */
async function choose(chosen: Partial<CompanySettings>): Promise<void> {
  const admin = await createUser(shop.server().services.db, { user_type: 'platform_admin' })
  const { token } = await logInTestUser(shop.server(), admin.username)
  const input = { id: shop.shop.companyId, settings: { ...DEFAULT_SETTINGS, ...chosen } }
  expect((await shop.server().call('companies.choose-readings', input, token)).status).toBe(200)
}

async function restore(): Promise<void> {
  await shop.remember()
  await shop.restore()
}

test('an expense that is returned is not judged by the settings of the backup, which the company had changed (tanzania-facts §11.2)', async () => {
  const id = randomUUID()
  const fields = expenseFields({
    receiptCode: 'ZRB 17',
    vendor: { ...expenseFields().vendor, serial: '10TZ1001001' },
  })
  const sent = { ...newExpense(id, fields), createdAt: '2020-01-02T06:31:00.000Z' }
  const older = { ...newExpense(randomUUID(), expenseFields({ receiptCode: '123456789' })) }
  expect(await push('expense.save', older)).toMatchObject({ state: 'done' })
  await choose({ expenseReceiptCodeManual: 'digits9', vendorSerial: 'max10' })
  await restore()
  const returned = { byId: shop.phones[0].phone.userId }
  expect(await push('expense.save', sent)).toMatchObject({ state: 'refused' })
  expect(await push('expense.save', { ...sent, returned })).toMatchObject({
    state: 'done',
    change: { row: { receiptCode: 'ZRB 17', vendor: { serial: '10TZ1001001' } } },
  })
  // The server has an older form of this one.
  const newer = { ...older, createdAt: sent.createdAt, fields: expenseFields({ receiptCode: 'ZRB 18' }) }
  expect(await push('expense.save', newer)).toMatchObject({ code: 'EXPENSE_CODE_DIGITS9' })
  expect(await push('expense.save', { ...newer, returned })).toMatchObject({
    state: 'done',
    change: { row: { receiptCode: 'ZRB 18' } },
  })
})

test('a vendor that is returned is not judged by the settings of the backup; without a restore none is returned', async () => {
  await choose({ vendorSerial: 'max10' })
  const lost = { ...newVendor(randomUUID(), { serial: '10TZ1001001' }), returned: true }
  expect(await push('vendor.save', lost)).toMatchObject({ code: 'VENDOR_SERIAL_LONG' })
  await restore()
  const { returned: _, ...isNew } = lost
  expect(await push('vendor.save', isNew)).toMatchObject({ code: 'VENDOR_SERIAL_LONG' })
  expect(await push('vendor.save', lost)).toMatchObject({
    state: 'done',
    change: { row: { serial: '10TZ1001001' } },
  })
})
