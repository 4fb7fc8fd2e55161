import { beforeEach, describe, expect, it } from 'vitest'
import { collectPayment } from '#commands/collect-payment.ts'
import { cancelCollection } from '#commands/collections.ts'
import { creditInvoice } from '#commands/credit-notes.ts'
import { cancelInvoice, canTakeBack, takeBack } from '#commands/invoices.ts'
import { listCollections, listDebts, listInvoicesOf, listSales, readPayable } from '#data/collections.ts'
import { findInvoice } from '#data/invoices.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import { readPendingCredits } from '#data/pending-documents.ts'
import { addDays, type FiscalDay, fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { statementLines } from '#domain/collections/statement.ts'
import { toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { runSync } from '#sync/run-sync.ts'
import { Device, idOf } from '../sync/device.ts'
import { createCustomer, createProduct, createSubmission, refuseFirst, unwrap } from '../sync/shop.ts'

let device: Device
let product: string
let customer: string
beforeEach(async () => {
  device = await Device.make()
  product = await createProduct(device)
  customer = await createCustomer(device)
  await runSync(device.account, device.deps, 'enqueued')
})

const db = () => device.account.db
const sync = () => runSync(device.account, device.deps, 'enqueued')

function collect(invoiceId: string, amount: number) {
  const day = fiscalDayOf(toInstant(device.commands.ports.clock.now()))
  const form = { amount: toCents(amount), type: 'e-money' as const, reference: ' QX12 ', day }
  return collectPayment(device.account, device.commands, { invoiceId, form })
}

const owed = async () => (await listDebts(db())).map((debt) => debt.owed)

describe('what is owed for sales on credit (spec §5)', () => {
  it('lists a sale left unpaid at once, takes a part offline behind the sale, and the rest', async () => {
    const sale = await createSubmission(device, product, { customerId: customer })
    const total = sale.totals.totalIncludingTax
    expect(await owed()).toEqual([total])
    unwrap(await collect(sale.id, 100_000))
    expect(await owed()).toEqual([total - 100_000])
    const waiting = await listUnsent(db())
    expect(waiting.map(({ type }) => type)).toEqual(['invoice.submit', 'collection.save'])
    expect(waiting[1]?.dependsOn).toEqual([waiting[0]?.opId])
    await sync()
    expect(await listUnsent(db())).toEqual([])
    expect(await listCollections(db(), [sale.id])).toMatchObject([
      { amount: 100_000, reference: 'QX12', rev: 1, pending: { kind: 'none' } },
    ])
    unwrap(await collect(sale.id, total - 100_000))
    expect(await owed()).toEqual([])
    expect((await listInvoicesOf(db(), [customer])).map(({ id }) => id)).toEqual([sale.id])
    expect((await db().invoices.get(sale.id))?.payments).toEqual([])
  })

  it('takes the day of the server’s time on a phone whose clock was set back by days', async () => {
    const sale = await createSubmission(device, product, { customerId: customer })
    const today = fiscalDayOf(toInstant(device.clock.now()))
    device.clock.move(-3 * 86_400_000)
    const form = { amount: toCents(100_000), type: 'e-money' as const, reference: '', day: today }
    const collected = unwrap(
      await collectPayment(device.account, device.commands, { invoiceId: sale.id, form }),
    )
    expect(fiscalDayOf(collected.at)).toBe(today)
  })

  it('refuses a day before the sale at its field', async () => {
    const sale = await createSubmission(device, product)
    const pay = (day: string) =>
      collectPayment(device.account, device.commands, {
        invoiceId: sale.id,
        form: { amount: toCents(1), type: 'cash', reference: '', day: day as FiscalDay },
      })
    expect(fiscalDayOf(sale.saleAt)).toBe('2026-11-21')
    expect(await pay('2026-11-20')).toMatchObject({
      ok: false,
      refusals: [{ path: 'day', code: 'COLLECTION_BEFORE_SALE' }],
    })
    expect(await pay('2026-11-21')).toMatchObject({ ok: true })
    // Sold on a phone whose clock was ahead: it can be paid on the day of today.
    await db().invoices.update(sale.id, { saleAt: toInstant(device.clock.now() + 3 * 86_400_000) })
    expect(await pay('2026-11-21')).toMatchObject({ ok: true })
  })

  it('refuses more than is owed, and nothing is stored', async () => {
    const sale = await createSubmission(device, product)
    expect(await collect(sale.id, sale.totals.totalIncludingTax + 1)).toMatchObject({
      ok: false,
      refusals: [{ path: 'amount', code: 'COLLECTION_TOO_MUCH' }],
    })
    expect(await db().collections.count()).toBe(0)
  })

  it('makes no draft of a sale that waits and has a payment, until that payment is canceled', async () => {
    const sale = await createSubmission(device, product, { customerId: customer })
    const invoice = { invoiceId: sale.id }
    expect(await canTakeBack(device.account, sale.id)).toBe(true)
    const { id } = unwrap(await collect(sale.id, 100_000))
    expect(await canTakeBack(device.account, sale.id)).toBe(false)
    expect(await takeBack(device.account, device.commands, invoice)).toMatchObject({
      ok: false,
      refusals: [{ code: 'INVOICE_HAS_COLLECTIONS' }],
    })
    expect((await listUnsent(db())).map(({ type }) => type)).toEqual(['invoice.submit', 'collection.save'])
    unwrap(await cancelCollection(device.account, device.commands, id))
    expect((await listUnsent(db())).map(({ type }) => type)).toEqual(['invoice.submit'])
    expect(await listCollections(db(), [sale.id])).toEqual([])
    unwrap(await takeBack(device.account, device.commands, invoice))
    await sync()
    expect(await listUnsent(db())).toEqual([])
  })

  it('owes again what was collected by mistake, once the collection is canceled', async () => {
    const sale = await createSubmission(device, product)
    const row = unwrap(await collect(sale.id, sale.totals.totalIncludingTax))
    await sync()
    unwrap(await cancelCollection(device.account, device.commands, row.id))
    unwrap(await cancelCollection(device.account, device.commands, row.id))
    expect(await owed()).toEqual([sale.totals.totalIncludingTax])
    expect((await listUnsent(db())).map(({ type }) => type)).toEqual(['collection.cancel'])
    await sync()
    expect(await listCollections(db(), [sale.id])).toMatchObject([{ canceled: true, rev: 2 }])
  })

  it('keeps a sale with payments from being canceled until they are, and then the server cancels both', async () => {
    const { account, commands } = device
    const sale = await createSubmission(device, product)
    await sync()
    const row = unwrap(await collect(sale.id, sale.totals.totalIncludingTax))
    const input = { invoiceId: sale.id, reason: 'wrong customer' }
    expect(await cancelInvoice(account, commands, input)).toMatchObject({
      ok: false,
      refusals: [{ code: 'INVOICE_HAS_COLLECTIONS' }],
    })
    await sync()
    unwrap(await cancelCollection(account, commands, row.id))
    unwrap(await cancelInvoice(account, commands, input))
    const [payment, cancellation] = await listUnsent(db())
    expect([payment?.type, cancellation?.type]).toEqual(['collection.cancel', 'invoice.cancel'])
    expect(cancellation?.dependsOn).toEqual([payment?.opId])
    await sync()
    expect(await listUnsent(db())).toEqual([])
    expect(device.server.invoices.get(sale.id)?.status).toBe('canceled')
  })

  it('says so when another phone recorded a payment for the canceled sale meanwhile', async () => {
    const sale = await createSubmission(device, product)
    await sync()
    const other = await Device.make({ server: device.server })
    await runSync(other.account, other.deps, 'enqueued')
    const day = fiscalDayOf(toInstant(other.commands.ports.clock.now()))
    const form = { amount: toCents(100_000), type: 'cash' as const, reference: '', day }
    unwrap(await collectPayment(other.account, other.commands, { invoiceId: sale.id, form }))
    const input = { invoiceId: sale.id, reason: 'wrong customer' }
    unwrap(await cancelInvoice(device.account, device.commands, input))
    await runSync(other.account, other.deps, 'enqueued')
    await sync()
    expect(await db().invoices.get(sale.id)).toMatchObject({
      status: 'submitted',
      pending: { code: 'INVOICE_HAS_COLLECTIONS' },
    })
  })

  it('owes no goods that came back, as long as their refund is on its way', async () => {
    const { account, commands } = device
    const { id } = await createSubmission(device, product, { customerId: customer })
    await sync()
    const total = toCents(250_000)
    const half = [{ lineId: idOf('line'), quantity: toQuantity(500) }]
    const refund = { invoiceId: id, returnedLines: half, reason: 'broken', paidBy: 'cash' as const }
    unwrap(await creditInvoice(account, commands, refund))
    expect(await owed()).toEqual([total / 2])
    expect(await collect(id, total)).toMatchObject({ refusals: [{ code: 'COLLECTION_TOO_MUCH' }] })
    const sales = await listSales(db(), await listInvoicesOf(db(), [customer]))
    const lines = statementLines(
      sales.map(({ row, creditNotes }) => ({ ...row, creditNotes })),
      [],
    )
    expect(lines.map(({ kind, reference }) => [kind, reference])).toEqual([
      ['sale', 'ABC12341'],
      ['refund', ''],
    ])
    expect(lines.at(-1)?.balance).toBe(total / 2)
    unwrap(await creditInvoice(account, commands, { ...refund, reason: 'the rest' }))
    expect(await owed()).toEqual([])
    expect(await collect(id, 1)).toMatchObject({ refusals: [{ code: 'COLLECTION_NOTHING_OWED' }] })
    // The second waits behind the first, which is refused: neither may ever happen.
    await refuseFirst(device, 'CREDIT_NOTE_TOO_MUCH')
    const row = await findInvoice(db(), id)
    const credits = row ? await readPendingCredits(db(), row) : []
    expect(credits.map(({ code }) => code)).toEqual(['CREDIT_NOTE_TOO_MUCH', 'OPERATION_DEPENDENCY_REFUSED'])
    expect(await owed()).toEqual([total])
  })

  it('takes a wrong payment again whole that was canceled after goods were paid back, and then nothing is owed', async () => {
    const { account, commands } = device
    const { id, totals } = await createSubmission(device, product, { customerId: customer })
    await sync()
    const total = totals.totalIncludingTax
    const wrong = unwrap(await collect(id, total))
    await sync()
    device.clock.move(60_000)
    const half = [{ lineId: idOf('line'), quantity: toQuantity(500) }]
    const refund = { invoiceId: id, returnedLines: half, reason: 'broken', paidBy: 'cash' as const }
    unwrap(await creditInvoice(account, commands, refund))
    device.clock.move(60_000)
    unwrap(await cancelCollection(account, commands, wrong.id))
    expect(await owed()).toEqual([total / 2])
    expect(await collect(id, total + 1)).toMatchObject({ refusals: [{ code: 'COLLECTION_TOO_MUCH' }] })
    unwrap(await collect(id, total))
    expect(await owed()).toEqual([])
    expect(await collect(id, 1)).toMatchObject({ refusals: [{ code: 'COLLECTION_NOTHING_OWED' }] })
  })

  it('says what may be entered again when all goods came back after a payment that is canceled now, and takes it', async () => {
    const { account, commands } = device
    const { id, totals } = await createSubmission(device, product, { customerId: customer })
    await sync()
    const total = totals.totalIncludingTax
    const day = fiscalDayOf(toInstant(device.clock.now()))
    const wrong = unwrap(await collect(id, total))
    await sync()
    device.clock.move(60_000)
    const all = [{ lineId: idOf('line'), quantity: toQuantity(1_000) }]
    const refund = { invoiceId: id, returnedLines: all, reason: 'broken', paidBy: 'cash' as const }
    unwrap(await creditInvoice(account, commands, refund))
    const limits = async (of: FiscalDay) => {
      const row = await findInvoice(db(), id)
      return row && (await readPayable(db(), row, of))
    }
    expect(await limits(day)).toEqual({ owed: 0, onDay: 0, atMost: 0 })
    device.clock.move(60_000)
    unwrap(await cancelCollection(account, commands, wrong.id))
    expect(await owed()).toEqual([])
    expect(await limits(day)).toEqual({ owed: 0, onDay: total, atMost: total })
    expect(await limits(addDays(day, 1))).toEqual({ owed: 0, onDay: 0, atMost: total })
    unwrap(await collect(id, total))
    expect(await limits(day)).toEqual({ owed: 0, onDay: 0, atMost: 0 })
  })

  it('takes no more than is owed after a payment that was canceled before the goods came back', async () => {
    const { account, commands } = device
    const { id, totals } = await createSubmission(device, product, { customerId: customer })
    await sync()
    const total = totals.totalIncludingTax
    const mistaken = unwrap(await collect(id, total))
    await sync()
    device.clock.move(60_000)
    unwrap(await cancelCollection(account, commands, mistaken.id))
    device.clock.move(60_000)
    const half = [{ lineId: idOf('line'), quantity: toQuantity(500) }]
    const refund = { invoiceId: id, returnedLines: half, reason: 'broken', paidBy: 'cash' as const }
    unwrap(await creditInvoice(account, commands, refund))
    expect(await collect(id, total)).toMatchObject({ refusals: [{ code: 'COLLECTION_TOO_MUCH' }] })
    unwrap(await collect(id, total / 2))
  })

  it('owes nothing for a sale whose cancellation is on its way', async () => {
    const { id } = await createSubmission(device, product, { customerId: customer })
    await sync()
    unwrap(await cancelInvoice(device.account, device.commands, { invoiceId: id, reason: 'returned' }))
    expect(await owed()).toEqual([])
    expect(await collect(id, 1)).toMatchObject({ refusals: [{ code: 'COLLECTION_NOTHING_OWED' }] })
  })

  it('writes a statement whose last balance is what is owed', async () => {
    const sale = await createSubmission(device, product, { customerId: customer })
    unwrap(await collect(sale.id, 50_000))
    const lines = statementLines(
      await listInvoicesOf(db(), [customer]),
      await listCollections(db(), [sale.id]),
    )
    expect(lines.map(({ kind }) => kind)).toEqual(['sale', 'payment'])
    expect(lines.at(-1)?.balance).toBe((await owed())[0])
  })
})
