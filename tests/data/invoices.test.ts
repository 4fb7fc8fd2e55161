import { liveQuery } from 'dexie'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AccountDatabase, openAccountDatabase } from '#data/account-database.ts'
import { invoiceKeysRow } from '#data/invoice-keys.ts'
import {
  countInvoices,
  deleteInvoices,
  findInvoiceWindow,
  invoiceFromRow,
  invoiceRow,
  iterateInvoices,
  listInvoices,
  recountInvoices,
  upsertInvoices,
} from '#data/invoices.ts'
import { searchInvoices } from '#data/search-invoices.ts'
import { type FiscalDay, type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import { toCents } from '#domain/money/cents.ts'
import { exampleReceipt } from '../domain/example-invoice.ts'
import { aDraft, testPorts } from './records.ts'

let db: AccountDatabase
let opened = 0
beforeEach(async () => {
  opened += 1
  db = await openAccountDatabase(`invoices ${opened}`, testPorts())
  const rows = Array.from({ length: 120 }, (_, n) =>
    invoiceRow(aDraft(n, { status: n % 3 === 0 ? 'canceled' : 'draft' }), { kind: 'none' }),
  )
  await db.transaction('rw', db.invoices, db.invoiceKeys, db.meta, async () => {
    await upsertInvoices(db, rows)
  })
})
afterEach(() => {
  db.close()
})

describe('the list of invoices', () => {
  it('comes newest first, page by page, each invoice once', async () => {
    const seen: string[] = []
    let before: string | undefined
    for (;;) {
      const window = await findInvoiceWindow(db, { limit: 50, ...(before === undefined ? {} : { before }) })
      seen.push(...(await listInvoices(db, window)).map((row) => row.saleAt))
      if (window.next === null) break
      before = window.next
    }
    expect(seen).toHaveLength(120)
    expect(seen).toEqual([...seen].sort().reverse())
    expect(new Set(seen).size).toBe(120)
  })

  it('filters by what is shown, by index', async () => {
    const window = await findInvoiceWindow(db, { shown: 'canceled', limit: 30 })
    const rows = await listInvoices(db, window)
    expect(rows).toHaveLength(30)
    expect(rows.every((row) => row.shown === 'canceled')).toBe(true)
  })

  it('shows a new invoice at the head of a window already asked for', async () => {
    const window = await findInvoiceWindow(db, { limit: 10 })
    const newest = invoiceRow(aDraft(500), { kind: 'none' })
    await db.transaction('rw', db.invoices, db.invoiceKeys, db.meta, async () => {
      await upsertInvoices(db, [newest])
    })
    const rows = await listInvoices(db, window)
    expect(rows[0]?.id).toBe(newest.id)
    expect(rows).toHaveLength(11)
  })

  it('shows one more row than the last window holds when there is a further window, and no more than it holds when not', async () => {
    const window = await findInvoiceWindow(db, { limit: 120 })
    expect(window.next).toBeNull()
    expect(await listInvoices(db, window)).toHaveLength(120)
    await db.transaction('rw', db.invoices, db.invoiceKeys, db.meta, async () => {
      await upsertInvoices(
        db,
        [500, 501].map((n) => invoiceRow(aDraft(n), { kind: 'none' })),
      )
    })
    expect(await listInvoices(db, window)).toHaveLength(121)
  })

  it('runs again for a change inside its window and not for one outside', async () => {
    const window = await findInvoiceWindow(db, { limit: 10 })
    let runs = 0
    const subscription = liveQuery(() => listInvoices(db, window)).subscribe(() => {
      runs += 1
    })
    await expect.poll(() => runs).toBe(1)
    const [old] = await db.invoices.orderBy('orderKey').limit(1).toArray()
    const [head] = await listInvoices(db, window)
    if (!old || !head) throw new Error('no rows')
    const change = (row: typeof old) =>
      db.transaction('rw', db.invoices, db.invoiceKeys, db.meta, async () => {
        await upsertInvoices(db, [
          invoiceRow({ ...invoiceFromRow(row), reference: 'changed' }, { kind: 'none' }),
        ])
      })
    await change(old)
    await change(head)
    await expect.poll(() => runs).toBe(2)
    subscription.unsubscribe()
    expect(runs).toBe(2)
  })

  it('keeps to the days of a period, both included, in East Africa', async () => {
    const late = { saleAt: '2026-02-03T20:59:59.999Z' as Instant }
    const next = { saleAt: '2026-02-03T21:00:00.000Z' as Instant }
    await db.transaction('rw', db.invoices, db.invoiceKeys, db.meta, async () => {
      await upsertInvoices(
        db,
        [aDraft(800, late), aDraft(801, next)].map((invoice) => invoiceRow(invoice, { kind: 'none' })),
      )
    })
    const day = '2026-02-03' as FiscalDay
    const { rows } = await findInvoiceWindow(db, { limit: 50, period: { from: day, to: day } })
    expect(rows.map((row) => row.id)).toEqual([aDraft(800).id])
    const pageSizes: number[] = []
    for await (const page of iterateInvoices(db, { period: { to: day } }, 50)) pageSizes.push(page.length)
    expect(pageSizes).toEqual([50, 50, 21])
  })
})

describe('search (number, customer, phone, amount, TIN)', () => {
  const sold = aDraft(700, {
    customer: {
      ...aDraft(0).customer,
      name: 'Duka la Néema Mfano',
      phone: '+255754000001',
      identificationType: 'TAX_IDENTIFICATION_NUMBER',
      identificationNumber: '123456789',
    },
    reference: 'PO 77',
    payments: [{ type: 'e-money', amount: toCents(500), reference: 'QFT12 ZX9' }],
    receipt: exampleReceipt(),
    status: 'issued',
    totals: { ...aDraft(0).totals, totalIncludingTax: toCents(1_250_000) },
  })
  beforeEach(async () => {
    await db.transaction('rw', db.invoices, db.invoiceKeys, db.meta, async () => {
      await upsertInvoices(db, [invoiceRow(sold, { kind: 'none' })])
    })
  })
  const idsOf = async (text: string, options = {}) =>
    (await searchInvoices(db, { text, limit: 5, ...options })).map((row) => row.id)

  it.each([
    ['the receipt number', 'sim7qx'],
    ['any word of the name, whatever the case', 'NEEMA'],
    ['a local phone number', '0754 000'],
    ['an international one', '+255754'],
    ['the TIN as it is written', '123-456'],
    ['the reference', 'po 7'],
    ['the reference of a payment', 'qft12'],
    ['the amount', '12,500'],
    ['the amount as people write it', 'Tsh 12500/='],
  ])('finds by %s', async (_name, text) => {
    expect(await idsOf(text)).toEqual([sold.id])
  })

  it('finds nothing by nothing, by half an amount, or outside the chosen days and status', async () => {
    expect(await idsOf(' ')).toEqual([])
    expect(await idsOf('1,250')).toEqual([])
    expect(await idsOf('neema', { shown: 'canceled' })).toEqual([])
    expect(await idsOf('neema', { period: { to: '2025-12-31' } })).toEqual([])
    expect(await idsOf('neema', { shown: 'issued', period: { from: '2026-01-01' } })).toEqual([sold.id])
  })
})

describe('the counters', () => {
  it('equal a scan after any writes, also of the same invoice twice in one', async () => {
    const row = invoiceRow(aDraft(1, { status: 'canceled' }), { kind: 'none' })
    const waiting = invoiceRow(aDraft(2), { kind: 'waiting', submits: true })
    await db.transaction('rw', db.invoices, db.invoiceKeys, db.meta, async () => {
      await upsertInvoices(db, [row, row, waiting])
      await deleteInvoices(db, [aDraft(4).id])
    })
    const counts = await countInvoices(db)
    expect(counts).toEqual(await recountInvoices(db))
    expect(counts).toMatchObject({ waiting: 1, canceled: 41 })
  })

  it('do not change when the transaction fails', async () => {
    const before = await countInvoices(db)
    const failing = db.transaction('rw', db.invoices, db.invoiceKeys, db.meta, async () => {
      await upsertInvoices(db, [invoiceRow(aDraft(900), { kind: 'none' })])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await countInvoices(db)).toEqual(before)
  })
})

it('what invoices are found by fits them after any writes: new ones, changed ones, canceled and removed ones', async () => {
  const changed = { ...aDraft(2), reference: 'LPO 77' }
  await db.transaction('rw', db.invoices, db.invoiceKeys, db.meta, async () => {
    await upsertInvoices(db, [
      invoiceRow(aDraft(900), { kind: 'none' }),
      invoiceRow(changed, { kind: 'none' }),
    ])
    await upsertInvoices(db, [invoiceRow(aDraft(3, { status: 'canceled' }), { kind: 'none' })])
    await deleteInvoices(db, [aDraft(4).id])
  })
  const rows = await db.invoices.orderBy('id').toArray()
  expect(await db.invoiceKeys.orderBy('id').toArray()).toEqual(rows.map(invoiceKeysRow))
  expect((await searchInvoices(db, { text: 'lpo 77', limit: 5 })).map(({ id }) => id)).toEqual([changed.id])
})

it('finds the newest sales of more than are shown, whatever their ids are: some are made from a name', async () => {
  const sales = Array.from({ length: 80 }, (_, n) =>
    invoiceRow(aDraft(800 + n, { reference: 'agizo' }), { kind: 'none' }),
  )
  await db.transaction('rw', db.invoices, db.invoiceKeys, db.meta, () => upsertInvoices(db, sales))
  const newest = sales.slice(-30).reverse()
  const found = await searchInvoices(db, { text: 'agizo', limit: 30 })
  expect(found.map(({ id }) => id)).toEqual(newest.map(({ id }) => id))
})

it('a row gives back the invoice it was made from', () => {
  const invoice = aDraft(3, { saleAt: toInstant(5) })
  expect(invoiceFromRow(invoiceRow(invoice, { kind: 'none' }))).toEqual(invoice)
})
