import { Dexie } from 'dexie'
import { beforeEach, describe, expect, it } from 'vitest'
import { collectPayment } from '#commands/collect-payment.ts'
import { submitInvoice } from '#commands/invoices.ts'
import { addStock } from '#commands/stock.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import { readStock } from '#data/stock.ts'
import { fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { runSync } from '#sync/run-sync.ts'
import { aSale, Device } from '../sync/device.ts'
import { createProduct, createSubmission, unwrap } from '../sync/shop.ts'

let device: Device
let product: string
beforeEach(async () => {
  device = await Device.make()
  product = await createProduct(device)
  await runSync(device.account, device.deps, 'enqueued')
})

/** The next transaction that writes is stored, and its connection is lost before the page learns that it was. */
function loseResult(): void {
  const { db } = device.account
  const own = db.transaction.bind(db) as (...args: unknown[]) => PromiseLike<unknown>
  const lossy = (...args: unknown[]): PromiseLike<unknown> => {
    if (args[0] !== 'rw') return own(...args)
    Object.assign(db, { transaction: own })
    return Dexie.Promise.resolve(own(...args)).then(() => {
      throw new DOMException('Connection to Indexed Database server lost', 'InvalidStateError')
    })
  }
  Object.assign(db, { transaction: lossy })
}

const types = async () => (await listUnsent(device.account.db)).map(({ type }) => type)

describe('a command that runs again, because the connection was lost after it was stored', () => {
  it('records a payment of all that is owed once, and says that it is recorded', async () => {
    const sale = await createSubmission(device, product)
    const day = fiscalDayOf(toInstant(device.clock.now()))
    const amount = toCents(sale.totals.totalIncludingTax)
    const form = { amount, type: 'cash' as const, reference: '', day }
    loseResult()
    const row = unwrap(await collectPayment(device.account, device.commands, { invoiceId: sale.id, form }))
    expect(row.amount).toBe(amount)
    expect(await types()).toEqual(['invoice.submit', 'collection.save'])
  })

  it('adds goods that came once', async () => {
    const input = { productId: product, reason: 'received' as const, entered: toQuantity(3_000) }
    loseResult()
    expect(unwrap(await addStock(device.account, device.commands, input))).toBe(3_000)
    expect(await types()).toEqual(['stock.add'])
    expect((await readStock(device.account.db, [product])).get(product)).toBe(3_000)
  })

  it('submits a sale once, and says that it is submitted', async () => {
    loseResult()
    const content = aSale(product)
    const row = unwrap(await submitInvoice(device.account, device.commands, { content }))
    expect(row.pending).toMatchObject({ kind: 'waiting', submits: true })
    expect(await types()).toEqual(['invoice.submit'])
    // Another one with the same content is not this one.
    expect(
      await submitInvoice(device.account, device.commands, { invoiceId: row.id, content }),
    ).toMatchObject({ refusals: [{ code: 'INVOICE_NOT_DRAFT' }] })
  })
})
