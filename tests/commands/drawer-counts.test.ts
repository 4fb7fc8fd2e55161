import { beforeEach, expect, it } from 'vitest'
import { collectPayment } from '#commands/collect-payment.ts'
import { creditInvoice } from '#commands/credit-notes.ts'
import { countDrawer } from '#commands/drawer-counts.ts'
import { submitInvoice } from '#commands/invoices.ts'
import { listCashMovements } from '#data/drawers.ts'
import { findMeta } from '#data/meta.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import { fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { toCents, ZERO_CENTS } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { drawersOf } from '#domain/reports/drawer.ts'
import { runSync } from '#sync/run-sync.ts'
import { aSale, Device } from '../sync/device.ts'
import { createProduct, unwrap } from '../sync/shop.ts'

let device: Device
let product: string
beforeEach(async () => {
  device = await Device.make()
  product = await createProduct(device)
  await runSync(device.account, device.deps, 'enqueued')
})

const today = () => fiscalDayOf(toInstant(device.commands.ports.clock.now()))
const drawers = async () =>
  drawersOf(today(), await listCashMovements(device.account.db, today(), { by: 'me', byId: 'me' }))

it('expects the cash of sales, collections and refunds, also of those that are not sent yet (day end, offline)', async () => {
  const paid = { payments: [{ type: 'cash' as const, amount: toCents(100_000) }] }
  const content = { ...aSale(product), ...paid }
  const sale = unwrap(await submitInvoice(device.account, device.commands, { content }))
  expect(await drawers()).toMatchObject([{ sold: 100_000, expected: 100_000 }])
  const form = { amount: toCents(50_000), type: 'cash' as const, reference: '', day: today() }
  unwrap(await collectPayment(device.account, device.commands, { invoiceId: sale.id, form }))
  // Sold and collected by the same person: one drawer, by the id.
  expect(await drawers()).toMatchObject([{ operatorId: sale.operatorId, expected: 150_000 }])
  await runSync(device.account, device.deps, 'enqueued')
  const [line] = sale.lines
  const returnedLines = [{ lineId: line?.id ?? '', quantity: toQuantity(1_000) }]
  const credit = { invoiceId: sale.id, returnedLines, reason: 'Imerudishwa', paidBy: 'cash' as const }
  unwrap(await creditInvoice(device.account, device.commands, credit))
  // The other 100 000 of the goods were never paid: they are owed no more.
  expect(await drawers()).toContainEqual(
    expect.objectContaining({ operator: 'me', operatorId: 'me', refunded: 150_000 }),
  )
})

it('keeps every count beside the one before it, and queues each for the server', async () => {
  const count = {
    day: today(),
    operator: 'Asha',
    opening: ZERO_CENTS,
    expected: toCents(500),
    counted: toCents(400),
  }
  const first = unwrap(await countDrawer(device.account, device.commands, count))
  const second = unwrap(
    await countDrawer(device.account, device.commands, { ...count, counted: toCents(500) }),
  )
  expect(await findMeta(device.account.db, 'drawer-counts')).toEqual([second, first])
  expect((await listUnsent(device.account.db)).map(({ type }) => type)).toEqual([
    'drawer.count',
    'drawer.count',
  ])
})

it('notes the server’s time of a count on a phone whose clock was set back', async () => {
  const day = today()
  device.clock.move(-3 * 86_400_000)
  const count = { day, operator: 'Asha', opening: ZERO_CENTS, expected: ZERO_CENTS, counted: ZERO_CENTS }
  const { at } = unwrap(await countDrawer(device.account, device.commands, count))
  expect(fiscalDayOf(at)).toBe(day)
})
