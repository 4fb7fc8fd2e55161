import { liveQuery } from 'dexie'
import { beforeEach, describe, expect, it } from 'vitest'
import { collectPayment } from '#commands/collect-payment.ts'
import { creditInvoice } from '#commands/credit-notes.ts'
import { cancelInvoice } from '#commands/invoices.ts'
import { readCustomerSales } from '#data/customer-sales.ts'
import { deleteMeta, upsertMeta } from '#data/meta.ts'
import { iterateCounted } from '#data/sold-invoices.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { sumCents, toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { figurePart } from '#domain/reports/figure-part.ts'
import { runSync, sendNow } from '#sync/run-sync.ts'
import { Device, idOf } from '../sync/device.ts'
import { createCustomer, createProduct, createSubmission, unwrap } from '../sync/shop.ts'

const PRICE = 250_000

let device: Device
let product: string
let customerId: string
beforeEach(async () => {
  device = await Device.make()
  product = await createProduct(device)
  customerId = await createCustomer(device)
  await runSync(device.account, device.deps, 'enqueued')
})

const db = () => device.account.db
const read = () => readCustomerSales(db(), [customerId])

/** What the sales report counts for the customer. */
async function reported(): Promise<number> {
  const day = '2026-11-21' as FiscalDay
  const range = { from: day, to: day }
  const figure = { by: 'customer', ids: new Set([customerId]) } as const
  const parts: ReturnType<typeof sumCents>[] = []
  for await (const rows of iterateCounted(db(), range))
    parts.push(...rows.flatMap((row) => figurePart(row, figure, range) ?? []))
  return sumCents(parts)
}

describe('the sums of a customer', () => {
  it('are those of the sales report, with what was refunded and canceled, which is not owed', async () => {
    const [refunded, canceled] = [
      await createSubmission(device, product, { customerId }),
      await createSubmission(device, product, { customerId }),
    ]
    await sendNow(device.account, device.deps)
    expect((await read()).figures).toEqual({
      sold: 2 * PRICE,
      count: 2,
      owed: 2 * PRICE,
      hasReturns: false,
    })
    unwrap(
      await creditInvoice(device.account, device.commands, {
        invoiceId: refunded.id,
        returnedLines: [{ lineId: idOf('line'), quantity: toQuantity(500) }],
        reason: 'broken',
        paidBy: 'cash',
      }),
    )
    const cancellation = { invoiceId: canceled.id, reason: 'wrong price' }
    unwrap(await cancelInvoice(device.account, device.commands, cancellation))
    const waiting = { sold: 2 * PRICE, count: 2, owed: PRICE / 2, hasReturns: true }
    expect((await read()).figures).toEqual(waiting)
    expect(await reported()).toBe(waiting.sold)
    await sendNow(device.account, device.deps)
    expect((await read()).rows.map(({ status }) => status)).toContain('canceled')
    expect((await read()).figures?.sold).toBe(await reported())
  })

  it('are read again when a payment is recorded', async () => {
    const { id } = await createSubmission(device, product, { customerId })
    const { promise: paid, resolve } = Promise.withResolvers<void>()
    const watching = liveQuery(read).subscribe(({ figures }) => {
      if (figures?.owed === PRICE) void pay()
      if (figures?.owed === PRICE - 50) resolve()
    })
    const pay = async () => {
      const day = '2026-11-21' as FiscalDay
      const form = { amount: toCents(50), type: 'cash' as const, reference: '', day }
      unwrap(await collectPayment(device.account, device.commands, { invoiceId: id, form }))
    }
    await paid
    watching.unsubscribe()
  })

  it('are not shown while invoices may be missing', async () => {
    await createSubmission(device, product, { customerId })
    await upsertMeta(db(), 'keyless-before', '2026-01-01')
    expect(await read()).toMatchObject({ figures: undefined, missing: 'keys' })
    await deleteMeta(db(), 'keyless-before')
    expect((await read()).figures?.count).toBe(1)
    await deleteMeta(db(), 'first-pull-done')
    expect(await read()).toMatchObject({ figures: undefined, missing: 'records' })
    // What is here may be seen and paid.
    expect((await read()).debts).toHaveLength(1)
  })
})
