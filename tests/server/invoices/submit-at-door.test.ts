import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invoiceSchema } from '#contract/invoices.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { newDraft } from '#domain/invoices/new-draft.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { type DoorSale, saveAtDoor, submitAtDoor } from '#server/services/invoices/submit-at-door.ts'
import { type Door, doorContext } from '#server/services/operations/execute-at-door.ts'
import { updateUserStatus } from '#server/storage/accounts/users.ts'
import { createOperator } from '#tests/support/tenants.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  invoiceOf,
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

const door = (channel: Door['channel'] = 'API'): Door => ({ channel, clientId: randomUUID() })

const actAt = async (at: Door, userId = shop.phone.userId, companyId = shop.companyId) =>
  await doorContext(backend.server.services, { companyId }, userId, at)

function sale(overrides: Partial<DoorSale> = {}): DoorSale {
  const { customer, amountType, reference } = newDraft()
  const line = {
    productId: shop.productId,
    description: 'Sukari',
    quantity: toQuantity(2000),
    taxType: 'standard' as const,
    unitPrice: toCents(300_000),
    discount: toBasisPoints(0),
  }
  return {
    customer,
    amountType,
    reference,
    payments: [{ type: 'cash', amount: toCents(600_000) }],
    saleAt: toInstant(backend.clock.now()),
    lines: [line],
    ...overrides,
  }
}

async function allRows(): Promise<readonly unknown[]> {
  return (await shop.phone.pull()).changes
}

test('a sale of a door takes the next number of the shop, between those of a phone, and reaches the phone with its origin (spec §3)', async () => {
  const before = invoiceOf(await shop.phone.pushOne('invoice.submit', invoiceInput(aSale(shop.productId))))
  const api = door()
  const made = await submitAtDoor(await actAt(api), { door: api, key: 'a', sale: sale() })
  const ussd = door('USSD')
  const dialed = await submitAtDoor(await actAt(ussd), { door: ussd, key: 'a', sale: sale() })
  const after = invoiceOf(await shop.phone.pushOne('invoice.submit', invoiceInput(aSale(shop.productId))))
  const numbers = [before, made, dialed, after].map(({ receipt }) => receipt?.gc)
  const [first = 0] = numbers
  expect(numbers).toEqual([first, first + 1, first + 2, first + 3])
  expect(made).toMatchObject({ status: 'submitted', origin: 'app', channel: 'API' })
  expect(made.totals.totalIncludingTax).toBe(600_000)
  expect(dialed).toMatchObject({ status: 'submitted', origin: 'USSD' })
  const rows = await allRows()
  expect(rows).toContainEqual(expect.objectContaining({ t: 'invoice', id: made.id, row: made }))
  // An app that does not know the new field reads the invoice without it.
  const { channel, ...older } = made
  expect(channel).toBe('API')
  expect(v.is(invoiceSchema, older)).toBe(true)
})

test('the same key, in turn and twenty times at once, is one invoice with one answer (idempotency contract)', async () => {
  const api = door()
  const context = await actAt(api)
  const request = (n: number) => ({
    door: api,
    key: 'order 7',
    // A repeat that was composed later has another sale time: the first one counts.
    sale: sale({ saleAt: toInstant(backend.clock.now() + n) }),
  })
  const invoices = await Promise.all(Array.from({ length: 20 }, (_, n) => submitAtDoor(context, request(n))))
  for (const invoice of invoices) expect(invoice).toEqual(invoices[0])
  expect(await submitAtDoor(context, request(99))).toEqual(invoices[0])
})

test('a refusal of the rules comes with its field and its repeat; a blocked company and another shop are refused (spec §4, §5)', async () => {
  const api = door()
  const context = await actAt(api)
  const unsaved = sale({ lines: sale().lines.map((line) => ({ ...line, productId: null })) })
  for (let round = 0; round < 2; round += 1) {
    await expect(submitAtDoor(context, { door: api, key: 'bad', sale: unsaved })).rejects.toMatchObject({
      code: 'INVOICE_PRODUCT_NOT_SAVED',
    })
  }
  const { db } = backend.server.services
  const setBlocked = async (blocked: boolean) =>
    await db
      .updateTable('companies')
      .set({ blocked_by_tra: blocked })
      .where('id', '=', shop.companyId)
      .execute()
  await setBlocked(true)
  const submit = async () => await submitAtDoor(context, { door: api, key: 'later', sale: sale() })
  await expect(submit()).rejects.toMatchObject({ code: 'COMPANY_BLOCKED_BY_TRA' })
  await setBlocked(false)
  expect(await submit()).toMatchObject({ status: 'submitted' })
  await expect(actAt(api, shop.phone.userId, randomUUID())).rejects.toMatchObject({ code: 'USER_DISABLED' })
  const disabled = await createOperator(db, shop.companyId)
  await updateUserStatus(db, disabled.id, 'inactive')
  await expect(actAt(api, disabled.id)).rejects.toMatchObject({ code: 'USER_DISABLED' })
})

test('a draft of a door keeps its origin when a phone submits it, and the door sees the revision it must name', async () => {
  const api = door()
  const context = await actAt(api)
  const draft = await saveAtDoor(context, { door: api, key: 'draft', sale: sale() })
  expect(draft).toMatchObject({ status: 'draft', channel: 'API', rev: 1 })
  const { invoiceId, content, totals, ...rest } = {
    ...invoiceInput(aSale(shop.productId, 2)),
    invoiceId: draft.id,
  }
  const written = { invoiceId, content, totals, ...rest, baseRev: 1 }
  const submitted = invoiceOf(await shop.phone.pushOne('invoice.submit', written))
  expect(submitted).toMatchObject({ status: 'submitted', channel: 'API' })
  await expect(
    saveAtDoor(context, { door: api, key: 'too late', sale: sale({ draft: { invoiceId, rev: 1 } }) }),
  ).rejects.toMatchObject({ code: 'INVOICE_NOT_DRAFT' })
})
