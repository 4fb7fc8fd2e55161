import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperationsTable } from '#server/storage/sync/tables.ts'
import { logInTestUser } from '#tests/support/start-test-server.ts'
import { createOperator } from '#tests/support/tenants.ts'
import { newExpense } from '../../support/expense-input.ts'
import { chunkOf, makeFile } from '../../support/make-file.ts'
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

let backend: TestBackend
let shop: Shop
let owner: Phone

/** A phone of a new user of the shop, or another phone of an existing user. */
async function phoneOf(options: { user?: string; owner?: boolean } = {}): Promise<Phone> {
  const { db } = backend.server.services
  const username =
    options.user ??
    (await createOperator(db, shop.companyId, options.owner ? { user_type: 'company_owner' } : {})).username
  const { token } = await logInTestUser(backend.server, username)
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return new Phone(backend.server, shop.companyId, id, token)
}

async function usernameOf(phone: Phone): Promise<string> {
  const { db } = backend.server.services
  const user = await db
    .selectFrom('users')
    .select('username')
    .where('id', '=', phone.userId)
    .executeTakeFirstOrThrow()
  return user.username
}

async function ledgerRow(opId: string) {
  const { db } = backend.server.services
  return await db
    .selectFrom('operations')
    .select(['user_id', 'device_id', 'written_by', 'written_on'] satisfies (keyof OperationsTable)[])
    .where('op_id', '=', opId)
    .executeTakeFirst()
}

const BROUGHT = ['invoice.submit', 'invoice.save', 'expense.save', 'expense.keep-file'] as const

/** The same operation as another phone brings it. */
function transferred(by: Phone, from: Phone, operation: ReturnType<Phone['operation']>) {
  const { opId, type, body, bodyHash, lane } = operation
  const writtenBy = { userId: from.userId, deviceId: from.deviceId }
  const known = BROUGHT.find((one) => one === type) ?? 'receipt.return-end'
  return by.operation(known, {}, { opId, body, bodyHash, lane, writtenBy })
}

beforeAll(async () => {
  backend = await startTestBackend()
  shop = await createShop(backend)
  owner = await phoneOf({ owner: true })
})
afterAll(async () => await backend.close())

test('the owner brings the work of an operator: it is numbered once in the name of who wrote it, and both are on record (design D3, point 5)', async () => {
  const operation = shop.phone.operation('invoice.submit', invoiceInput(aSale(shop.productId)))
  const [brought] = await owner.push(transferred(owner, shop.phone, operation))
  expect(invoiceOf(brought).operatorId).toBe(shop.phone.userId)
  expect(await ledgerRow(operation.opId)).toEqual({
    user_id: owner.userId,
    device_id: owner.deviceId,
    written_by: shop.phone.userId,
    written_on: shop.phone.deviceId,
  })
  const [late] = await shop.phone.push(operation)
  expect(late).toEqual(brought)
  const { body } = await shop.phone.call('sync.ops', { ids: operation.opId, nonce: 'nonce-of-asking' })
  expect(body).toMatchObject({ known: [{ opId: operation.opId, state: 'done' }] })
})

test('work that is brought and sent at the same time is done once', async () => {
  const operation = shop.phone.operation('invoice.submit', invoiceInput(aSale(shop.productId)))
  const [brought, sent] = await Promise.all([
    owner.push(transferred(owner, shop.phone, operation)),
    shop.phone.push(operation),
  ])
  expect(invoiceOf(brought[0]).receipt?.rctvnum).toBe(invoiceOf(sent[0]).receipt?.rctvnum)
})

test('a phone whose work was brought by another has no hole once it is back', async () => {
  const phone = await phoneOf()
  const [first, second] = [1, 2].map(() =>
    phone.operation('invoice.submit', invoiceInput(aSale(shop.productId))),
  )
  if (!first || !second) throw new Error('no operations')
  await owner.push(transferred(owner, phone, first))
  const { body } = await phone.pushRaw([first, second])
  expect(body).toMatchObject({ contiguousDeviceSeq: 2 })
})

test('the owner brings an expense with its photo in the name of who wrote it; the phone it comes from finds both there', async () => {
  const photo = makeFile('png', 'carried')
  const id = randomUUID()
  const files = [{ sha256: photo.sha256, size: photo.size, name: 'risiti.png', type: 'image/png' as const }]
  const work = [
    shop.phone.operation('expense.save', newExpense(id, { files })),
    shop.phone.operation('expense.keep-file', { expenseId: id, sha256: photo.sha256 }),
  ]
  await owner.call('files.send-piece', chunkOf(photo))
  const brought = await owner.push(...work.map((operation) => transferred(owner, shop.phone, operation)))
  expect(brought).toMatchObject([
    { state: 'done', change: { row: { createdBy: shop.phone.userId } } },
    { state: 'done' },
  ])
  expect(await shop.phone.push(...work)).toEqual(brought)
})

test('a user sends their own work from another phone', async () => {
  const second = await phoneOf({ user: await usernameOf(shop.phone) })
  const operation = shop.phone.operation('invoice.save', invoiceInput(aSale(shop.productId)))
  const [brought] = await second.push(transferred(second, shop.phone, operation))
  expect(brought).toMatchObject({ state: 'done' })
  expect(await ledgerRow(operation.opId)).toMatchObject({ written_on: shop.phone.deviceId })
})

test('a draft that two phones of one person continue is no conflict with itself', async () => {
  const second = await phoneOf({ user: await usernameOf(shop.phone) })
  const sale = invoiceInput(aSale(shop.productId))
  await shop.phone.pushOne('invoice.save', sale)
  const submission = shop.phone.operation('invoice.submit', {
    ...invoiceInput(aSale(shop.productId, 2)),
    invoiceId: sale.invoiceId,
  })
  const [brought] = await second.push(transferred(second, shop.phone, submission))
  expect(brought).toMatchObject({ state: 'done' })
})

test('an operator cannot send another user’s work, and its writer can still send it after the refusal (spec §6)', async () => {
  const colleague = await phoneOf()
  const operation = shop.phone.operation('invoice.submit', invoiceInput(aSale(shop.productId)))
  const [refused] = await colleague.push(transferred(colleague, shop.phone, operation))
  expect(refused).toMatchObject({ state: 'refused', code: 'OPERATION_WRONG_ACCOUNT' })
  expect(await ledgerRow(operation.opId)).toBeUndefined()
  expect(await shop.phone.push(operation)).toMatchObject([{ state: 'done' }])
})

test('work of a person who was disabled since is still the owner’s to bring', async () => {
  const phone = await phoneOf()
  const operation = phone.operation('invoice.submit', invoiceInput(aSale(shop.productId)))
  const { db } = backend.server.services
  await db.updateTable('users').set({ status: 'inactive' }).where('id', '=', phone.userId).execute()
  expect(await owner.push(transferred(owner, phone, operation))).toMatchObject([{ state: 'done' }])
})

test('what says that a phone is back after a restore comes from that phone alone', async () => {
  const operation = shop.phone.operation('receipt.return-end', { epoch: randomUUID(), receipts: 0 })
  expect(await owner.push(transferred(owner, shop.phone, operation))).toMatchObject([
    { state: 'refused', code: 'OPERATION_WRONG_ACCOUNT' },
  ])
})
