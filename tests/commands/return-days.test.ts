import { beforeEach, describe, expect, it } from 'vitest'
import { creditInvoice } from '#commands/credit-notes.ts'
import { cancelInvoice, submitInvoice } from '#commands/invoices.ts'
import { dailyTotals } from '#data/aggregates.ts'
import { listCashMovements } from '#data/drawers.ts'
import { findInvoice } from '#data/invoices.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import { addDays, DAY_MS, type FiscalDay } from '#domain/calendar/east-africa.ts'
import { toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { drawersOf } from '#domain/reports/drawer.ts'
import { sendNow } from '#sync/run-sync.ts'
import { aSale, Device } from '../sync/device.ts'
import { createProduct, unwrap } from '../sync/shop.ts'

const SOLD_ON = '2026-11-21' as FiscalDay
const SENT_ON = addDays(SOLD_ON, 3)
const PRICE = 250_000

let device: Device
let invoiceId: string
let lineId: string
let productId: string
beforeEach(async () => {
  device = await Device.make()
  productId = await createProduct(device)
  const content = { ...aSale(productId), payments: [{ type: 'cash' as const, amount: toCents(PRICE) }] }
  const sale = unwrap(await submitInvoice(device.account, device.commands, { content }))
  invoiceId = sale.id
  lineId = sale.lines[0]?.id ?? ''
  await sendNow(device.account, device.deps)
  expect((await findInvoice(device.account.db, invoiceId))?.receipt?.issuedDay).toBe(SOLD_ON)
})

/** What left the drawers on the day of the sale and on the day on which the phone is online again. */
async function givenBack(): Promise<number[]> {
  const days = [SOLD_ON, SENT_ON].map(async (day) => {
    const movements = await listCashMovements(device.account.db, day, { by: 'x', byId: 'x' })
    return drawersOf(day, movements).reduce((sum, { canceled, refunded }) => sum + canceled + refunded, 0)
  })
  return await Promise.all(days)
}

const cancel = async () =>
  unwrap(await cancelInvoice(device.account, device.commands, { invoiceId, reason: 'wrong' }))

const refund = async () =>
  unwrap(
    await creditInvoice(device.account, device.commands, {
      ...{ invoiceId, reason: 'broken', paidBy: 'cash' },
      returnedLines: [{ lineId, quantity: toQuantity(1_000) }],
    }),
  )

/** The operation as an app before this one wrote it. */
async function forgetMoment(): Promise<void> {
  const [entry] = await listUnsent(device.account.db)
  if (!entry) throw new Error('nothing waits')
  const { at: _, ...body } = JSON.parse(entry.body) as { at?: string }
  await device.account.db.outbox.put({ ...entry, body: JSON.stringify(body) })
}

describe('a cancellation made offline', () => {
  it('leaves the drawer on the day of the tap, before and after it is sent three days later', async () => {
    await cancel()
    device.clock.move(3 * DAY_MS)
    expect(await givenBack()).toEqual([PRICE, 0])
    await sendNow(device.account, device.deps)
    expect((await findInvoice(device.account.db, invoiceId))?.status).toBe('canceled')
    expect(await givenBack()).toEqual([PRICE, 0])
  })

  it('of a phone whose clock was set back is not before the sale', async () => {
    device.clock.move(-3 * DAY_MS)
    await cancel()
    expect(await givenBack()).toEqual([PRICE, 0])
    device.clock.move(6 * DAY_MS)
    await sendNow(device.account, device.deps)
    expect(await givenBack()).toEqual([PRICE, 0])
  })

  it('of a sale that got its number later leaves the drawer on the day of the tap', async () => {
    const { account, deps, server } = device
    const content = { ...aSale(productId), payments: [{ type: 'cash' as const, amount: toCents(PRICE) }] }
    invoiceId = unwrap(await submitInvoice(account, device.commands, { content })).id
    // The submission left the phone, and the server did not get it.
    server.willFail('unreachable')
    await sendNow(account, deps)
    await cancel()
    expect(await givenBack()).toEqual([PRICE, 0])
    device.clock.move(3 * DAY_MS)
    await sendNow(account, deps)
    await sendNow(account, deps)
    expect(await findInvoice(account.db, invoiceId)).toMatchObject({
      status: 'canceled',
      receipt: { issuedDay: SENT_ON },
    })
    expect(await givenBack()).toEqual([PRICE, 0])
  })

  it('that an older app queued still counts on the day by its own clock', async () => {
    await cancel()
    await forgetMoment()
    expect(await givenBack()).toEqual([PRICE, 0])
  })
})

describe('a refund made offline', () => {
  it('says its moment to the server, by the time that this phone knows from it', async () => {
    const soldAt = device.clock.ms
    device.clock.move(-3 * DAY_MS)
    await refund()
    const [entry] = await listUnsent(device.account.db)
    expect(JSON.parse(entry?.body ?? '{}')).toMatchObject({ at: new Date(soldAt).toISOString() })
    expect(await givenBack()).toEqual([PRICE, 0])
    const [day] = await dailyTotals(device.account.db, { from: SOLD_ON, to: SOLD_ON })
    expect(day?.figures).toMatchObject({ refundedCount: 1, refundedGross: PRICE })
  })

  it('that an older app queued still counts on the day by its own clock', async () => {
    await refund()
    await forgetMoment()
    device.clock.move(3 * DAY_MS)
    expect(await givenBack()).toEqual([PRICE, 0])
  })
})
