import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperationResult } from '#contract/sync.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { numberInvoices, requireNumbering } from '#server/services/invoices/number-invoices.ts'
import { findMissingOperations } from '#server/services/sync/find-missing-operations.ts'
import { updateBlocked } from '#server/storage/accounts/companies.ts'
import { lockCompanyIdentity } from '#server/storage/fiscal/identities.ts'
import { newExpense } from '../../support/expense-input.ts'
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
afterAll(async () => {
  await backend.close()
})

test('a submitted invoice is numbered, signed and answered with its receipt', async () => {
  const result = await shop.phone.pushOne('invoice.submit', invoiceInput(aSale(shop.productId, 2)))
  const invoice = invoiceOf(result)
  expect(invoice.status).toBe('submitted')
  expect(invoice.receipt).toMatchObject({ gc: 1, dc: 1, znum: '20261121', delivery: 'numbered' })
  expect(invoice.totals.totalIncludingTax).toBe(600_000)
})

test('the same operation again has the same answer (idempotency contract)', async () => {
  const operation = shop.phone.operation('invoice.submit', invoiceInput(aSale(shop.productId)))
  const first = await shop.phone.push(operation)
  expect(await shop.phone.push(operation)).toEqual(first)
})

test('an invoice with its receipt is kept once: a repeated answer has it as it is by then, under the same numbers', async () => {
  const operation = shop.phone.operation('invoice.submit', invoiceInput(aSale(shop.productId)))
  const [first] = await shop.phone.push(operation)
  const { id, receipt, rev } = invoiceOf(first)
  const kept = async () =>
    await backend.server.services.db
      .selectFrom('operations')
      .select('result')
      .where('op_id', '=', operation.opId)
      .executeTakeFirstOrThrow()
  expect((await kept()).result).toMatchObject({ state: 'done', change: { t: 'invoice', id, row: null } })

  await shop.phone.pushOne('invoice.cancel', { invoiceId: id, reason: 'Imeandikwa mara mbili' })
  const [again] = await shop.phone.push(operation)
  const canceled = invoiceOf(again)
  expect(canceled).toMatchObject({ id, status: 'canceled', rev: rev + 1 })
  expect(canceled.receipt).toEqual(receipt)
  expect(again).toMatchObject({ state: 'done', change: { rev: rev + 1 } })
})

test('two equal pushes at once make one receipt (A16)', async () => {
  const body = invoiceInput(aSale(shop.productId))
  const operation = shop.phone.operation('invoice.submit', body)
  const answers = await Promise.all(Array.from({ length: 8 }, () => shop.phone.push(operation)))
  for (const answer of answers) expect(answer).toEqual(answers[0])
  const rows = await backend.server.services.db
    .selectFrom('receipts')
    .select('gc')
    .where('invoice_id', '=', body.invoiceId)
    .execute()
  expect(rows).toHaveLength(1)
})

test('the same key with another body is refused and changes nothing (B9)', async () => {
  const operation = shop.phone.operation('invoice.submit', invoiceInput(aSale(shop.productId)))
  await shop.phone.push(operation)
  const other = shop.phone.operation('invoice.submit', invoiceInput(aSale(shop.productId, 3)))
  const [result] = await shop.phone.push({ ...other, opId: operation.opId })
  expect(result).toMatchObject({ state: 'refused', code: 'OPERATION_REUSED' })
})

test('a body that is not the one its hash names is refused', async () => {
  const operation = shop.phone.operation('invoice.submit', invoiceInput(aSale(shop.productId)))
  const [result] = await shop.phone.push({ ...operation, body: operation.body.replace('Sukari', 'Chumvi') })
  expect(result).toMatchObject({ state: 'refused', code: 'OPERATION_INVALID' })
  const [sound] = await shop.phone.push(operation)
  expect(sound?.state).toBe('done')
})

test('an unknown type or version is refused and may be executed by a newer server (L2)', async () => {
  const body = invoiceInput(aSale(shop.productId))
  const results = await shop.phone.push(
    shop.phone.operation('invoice.submit', body, { type: 'invoice.praise' }),
    shop.phone.operation('invoice.submit', body, { v: 2 }),
  )
  expect(results.map((result) => 'code' in result && result.code)).toEqual([
    'OPERATION_UNKNOWN',
    'OPERATION_UNKNOWN',
  ])
})

test('50 submits at once take gapless numbers (TRA guide: GC +1, no gaps)', async () => {
  const own = await createShop(backend)
  const results = await Promise.all(
    Array.from({ length: 50 }, () => own.phone.pushOne('invoice.submit', invoiceInput(aSale(own.productId)))),
  )
  const numbers = results.map((result) => invoiceOf(result).receipt?.gc ?? 0).sort((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
})

test('a refused submission leaves no gap in the numbers', async () => {
  const own = await createShop(backend)
  await own.phone.pushOne('invoice.submit', invoiceInput(aSale(own.productId)))
  const refused = await own.phone.pushOne('invoice.submit', invoiceInput(aSale(randomUUID())))
  expect(refused).toMatchObject({ state: 'refused', code: 'INVOICE_PRODUCT_UNKNOWN' })
  const next = await own.phone.pushOne('invoice.submit', invoiceInput(aSale(own.productId)))
  expect(invoiceOf(next).receipt?.gc).toBe(2)
})

test('a transaction that fails after numbering leaves no gap and no trace', async () => {
  const own = await createShop(backend)
  const { db, encryption: sealer } = backend.server.services
  const scope = { companyId: own.companyId }
  const sold = invoiceOf(await own.phone.pushOne('invoice.submit', invoiceInput(aSale(own.productId))))
  const at = toInstant(backend.clock.now())
  const unnumbered = { status: 'draft', receipt: null, cancellation: null } as const
  const draft = { ...sold, ...unnumbered, id: randomUUID() }
  const broken = db.transaction().execute(async (tx) => {
    const identity = requireNumbering(await lockCompanyIdentity(tx, scope))
    const { invoices } = await numberInvoices(
      { tx, scope, encryption: sealer },
      identity,
      [{ draft, at, vrn: '' }],
      at,
    )
    expect(invoices[0]?.receipt?.gc).toBe(2)
    throw new Error('the power went out')
  })
  await expect(broken).rejects.toThrow('the power went out')
  const next = invoiceOf(await own.phone.pushOne('invoice.submit', invoiceInput(aSale(own.productId))))
  expect(next.receipt).toMatchObject({ gc: 2, dc: 2 })
})

test('two operations for one invoice id get the same receipt (E2)', async () => {
  const body = invoiceInput(aSale(shop.productId))
  const first = await shop.phone.pushOne('invoice.submit', body)
  const second = await shop.phone.pushOne('invoice.submit', body)
  expect(invoiceOf(second).receipt).toEqual(invoiceOf(first).receipt)
})

test('an invoice submitted again with other content is refused', async () => {
  const body = invoiceInput(aSale(shop.productId))
  await shop.phone.pushOne('invoice.submit', body)
  const other = await shop.phone.pushOne(
    'invoice.submit',
    invoiceInput(aSale(shop.productId, 5), { invoiceId: body.invoiceId }),
  )
  expect(other).toMatchObject({ state: 'refused', code: 'INVOICE_SUBMITTED_DIFFERENTLY' })
})

test('work behind a refused operation waits on the phone (G2)', async () => {
  const { phone, productId } = shop
  const first = phone.operation('invoice.submit', invoiceInput(aSale(randomUUID())), { lane: 'inv:a' })
  const sameOrderingKey = phone.operation('invoice.submit', invoiceInput(aSale(productId)), { lane: 'inv:a' })
  const dependant = phone.operation('invoice.submit', invoiceInput(aSale(productId)), {
    lane: 'inv:b',
    dependsOn: [first.opId],
  })
  const free = phone.operation('invoice.submit', invoiceInput(aSale(productId)), { lane: 'inv:c' })
  const results = await phone.push(first, sameOrderingKey, dependant, free)
  expect(results.map((result) => result.state)).toEqual(['refused', 'retry', 'retry', 'done'])
  expect(results[1]).toMatchObject({ code: 'OPERATION_DEPENDENCY_REFUSED' })
  const [later] = await phone.push(dependant)
  expect(later?.state).toBe('done')
})

test('work of another account, protocol or company never runs (H5)', async () => {
  const operation = () => shop.phone.operation('invoice.submit', invoiceInput(aSale(shop.productId)))
  const wrongUser = await shop.phone.pushRaw([operation()], { userId: randomUUID() })
  const wrongCompany = await shop.phone.pushRaw([operation()], { companyId: randomUUID() })
  const newer = await shop.phone.pushRaw([operation()], { proto: 2 })
  expect([wrongUser, wrongCompany, newer].map(({ status, body }) => [status, body])).toMatchObject([
    [403, { code: 'OPERATION_WRONG_ACCOUNT' }],
    [403, { code: 'OPERATION_WRONG_ACCOUNT' }],
    [426, { code: 'UPGRADE_REQUIRED' }],
  ])
})

test('the server reports up to where a device’s numbers have no gap, and lists the gap for support', async () => {
  const own = await createShop(backend)
  const submit = () => own.phone.operation('invoice.submit', invoiceInput(aSale(own.productId)))
  const [second, third, fourth] = [submit(), submit(), submit()]
  if (!second || !third || !fourth) throw new Error('three operations expected')
  const withHole = await own.phone.pushRaw([second, fourth])
  expect(withHole.body).toMatchObject({ contiguousDeviceSeq: 2 })
  const { db } = backend.server.services
  const user = await db
    .selectFrom('users')
    .select('username')
    .where('id', '=', own.phone.userId)
    .executeTakeFirstOrThrow()
  const missing = () => findMissingOperations({ db }, user.username)
  expect(await missing()).toMatchObject([{ deviceId: own.phone.deviceId, from: 3, to: 3 }])
  const filled = await own.phone.pushRaw([third])
  expect(await missing()).toEqual([])
  expect(filled.body).toMatchObject({ contiguousDeviceSeq: 4 })
})

test('in a blocked company the saving and sending of invoices waits and says why, and all else is executed (spec §4; tanzania-facts §11, row 29)', async () => {
  const own = await createShop(backend)
  const { phone } = own
  const sold = phone.operation('invoice.submit', invoiceInput(aSale(own.productId)))
  const [before] = await phone.push(sold)
  const refunded = invoiceOf(before)
  const canceled = invoiceOf(await phone.pushOne('invoice.submit', invoiceInput(aSale(own.productId))))
  const draft = invoiceOf(await phone.pushOne('invoice.save', invoiceInput(aSale(own.productId))))
  const scope = { companyId: own.companyId }
  const { db } = backend.server.services
  await updateBlocked(db, scope, { blocked: true, reason: 'Madeni' })
  const late = phone.operation('invoice.submit', invoiceInput(aSale(own.productId)))
  const work = [
    sold,
    late,
    phone.operation('invoice.save', invoiceInput(aSale(own.productId))),
    phone.operation('invoice.cancel', { invoiceId: draft.id, reason: '' }),
    phone.operation('invoice.cancel', { invoiceId: canceled.id, reason: 'Wrong' }),
    phone.operation('invoice.credit', {
      ...{ invoiceId: refunded.id, creditNoteId: randomUUID(), reason: 'Broken', paidBy: 'cash' },
      ...{ lines: [{ lineId: refunded.lines[0]?.id, quantity: 1_000 }], total: 300_000 },
    }),
    phone.operation('expense.save', newExpense(randomUUID())),
  ]
  const results = await phone.push(...work)
  expect(results[0]).toEqual(before)
  expect(results.slice(1).map((result) => (result.state === 'retry' ? result.code : result.state))).toEqual([
    'COMPANY_BLOCKED_BY_TRA',
    'COMPANY_BLOCKED_BY_TRA',
    ...Array.from({ length: 4 }, () => 'done'),
  ])
  await updateBlocked(db, scope, { blocked: false, reason: '' })
  expect(await phone.push(late)).toMatchObject([{ state: 'done' }])
})

const codeOf = (result: OperationResult) => (result.state === 'retry' ? result.code : result.state)

test('what waits behind a sale that is held says what that sale waits for, not that it was rejected', async () => {
  const own = await createShop(backend)
  const { phone } = own
  const scope = { companyId: own.companyId }
  const { db } = backend.server.services
  const sale = phone.operation('invoice.submit', invoiceInput(aSale(own.productId)))
  const mail = { invoiceId: randomUUID(), mailId: randomUUID(), to: 'a@example.com', language: 'sw' }
  const behind = phone.operation('invoice.email', mail, { dependsOn: [sale.opId] })
  const third = phone.operation('invoice.email', mail, { dependsOn: [behind.opId] })
  const codes = async () => (await phone.push(sale, behind, third)).map(codeOf)
  await updateBlocked(db, scope, { blocked: true, reason: 'Madeni' })
  expect(await codes()).toEqual(Array.from({ length: 3 }, () => 'COMPANY_BLOCKED_BY_TRA'))
  await updateBlocked(db, scope, { blocked: false, reason: '' })
  await db
    .updateTable('fiscal_identities')
    .set({ state: 'held' })
    .where('company_id', '=', own.companyId)
    .execute()
  expect(await codes()).toEqual(Array.from({ length: 3 }, () => 'FISCAL_NUMBERING_HELD'))
})
