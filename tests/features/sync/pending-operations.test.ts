import { beforeEach, describe, expect, it } from 'vitest'
import { collectPayment } from '#commands/collect-payment.ts'
import { saveExpense } from '#commands/expenses.ts'
import { addStock } from '#commands/stock.ts'
import { findFile, upsertFile } from '#data/files.ts'
import { hashBytes } from '#data/hash-bytes.ts'
import { fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { listCompletedOperations, listPendingOperations } from '#features/sync/pending-operations.ts'
import { runSync } from '#sync/run-sync.ts'
import { expenseFields } from '../../support/expense-input.ts'
import { Device, idOf } from '../../sync/device.ts'
import { createCustomer, createProduct, createSubmission, unwrap } from '../../sync/shop.ts'

let device: Device
beforeEach(async () => {
  device = await Device.make()
})

const sync = () => runSync(device.account, device.deps, 'enqueued')
const pending = () => listPendingOperations(device.account.db, 100, { kind: 'unknown', savesData: false })
const today = () => fiscalDayOf(toInstant(device.clock.now()))

describe('a card of pending work says what it is about', () => {
  it('a payment: who paid and how much, also after it was sent', async () => {
    const { db } = device.account
    const product = await createProduct(device)
    const customer = await createCustomer(device, 'Juma')
    const sale = await createSubmission(device, product, { customerId: customer })
    const form = { amount: toCents(70_000), type: 'cash' as const, reference: '', day: today() }
    unwrap(await collectPayment(device.account, device.commands, { invoiceId: sale.id, form }))
    const subject = { id: sale.id, amount: 70_000, invoice: { id: sale.id } }
    expect((await pending()).at(-1)).toMatchObject({ entry: { type: 'collection.save' }, subject })
    await sync()
    const sent = await listCompletedOperations(db, toInstant(0), 100)
    expect(sent.find(({ type }) => type === 'collection.save')).toMatchObject({ subject })
  })

  it('a change of the stock: which product', async () => {
    const product = await createProduct(device, 'Sukari')
    const input = { productId: product, reason: 'received' as const, entered: toQuantity(3_000) }
    unwrap(await addStock(device.account, device.commands, input))
    expect((await pending()).at(-1)).toMatchObject({ subject: { kind: 'prod', id: product, name: 'Sukari' } })
  })
})

it('a file that failed says why and when it is tried again, not “in a moment”', async () => {
  const { db } = device.account
  const bytes = new Uint8Array(400_000).buffer
  const sha256 = await hashBytes(bytes)
  const file = { sha256, type: 'image/jpeg' as const, size: bytes.byteLength }
  await upsertFile(db, { ...file, at: device.clock.now(), sent: 0 }, bytes)
  const written = { ...expenseFields(), day: today(), files: [{ ...file, name: 'risiti.jpg' }] }
  unwrap(await saveExpense(device.account, device.commands, { expenseId: idOf('an expense'), written }))
  device.server.willFail('none', 'none', 'none', 'none', 'unreachable')
  await sync()
  const nextAt = (await findFile(db, sha256))?.nextAt ?? 0
  expect(nextAt).toBeGreaterThan(device.clock.now())
  expect(await pending()).toMatchObject([
    { entry: { type: 'expense.keep-file', nextAt, tries: 1, last: { code: 'NETWORK_UNREACHABLE' } } },
  ])
  device.clock.move(600_000)
  await sync()
  expect(await pending()).toEqual([])
})
