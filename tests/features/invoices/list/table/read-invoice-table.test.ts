import { beforeAll, describe, expect, it } from 'vitest'
import { type AccountDatabase, openAccountDatabase } from '#data/account-database.ts'
import { invoiceRow, upsertInvoices } from '#data/invoices.ts'
import type { InvoiceRow } from '#data/rows.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import {
  foundInvoices,
  type InvoiceColumn,
  NEWEST_FIRST,
  numberOf,
  readInvoiceTable,
  sortInvoices,
} from '#features/invoices/list/table/read-invoice-table.ts'
import { eat, exampleLine, tsh } from '#tests/domain/example-invoice.ts'
import { aDraft, testPorts } from '../../../../data/records.ts'

const ALL = { shown: undefined, period: {} }
/** The most that are read to be sorted. */
const MOST = 60
const WORDS = {
  customer: ({ customer }: InvoiceRow) => customer.name,
  payment: ({ payments }: InvoiceRow) => payments.map(({ type }) => type).join(),
  status: ({ shown }: InvoiceRow) => shown,
}

/** A draft of the n-th day of the year with one line at a price. */
function row(n: number, name: string, price: number, reference = ''): InvoiceRow {
  const invoice = aDraft(n, {
    reference,
    saleAt: eat(`2026-01-${String(1 + (n % 28)).padStart(2, '0')}`, '10:00:00'),
    operatorName: n % 2 === 0 ? 'Asha' : 'Baraka',
    lines: [exampleLine({ unitPrice: tsh(price) })],
  })
  const totals = {
    ...invoice.totals,
    totalIncludingTax: tsh(price),
    totalVat: tsh(price === 900 ? 0 : price / 10),
  }
  return invoiceRow({ ...invoice, totals, customer: { ...invoice.customer, name } }, { kind: 'none' })
}

const THREE = [row(1, 'Zuri', 300, 'A9'), row(2, 'Amina', 900, 'A10'), row(3, 'Musa', 500)]

let db: AccountDatabase
beforeAll(async () => {
  db = await openAccountDatabase('invoice table', testPorts())
  await db.transaction('rw', [db.invoices, db.invoiceKeys, db.meta], () => upsertInvoices(db, THREE))
})

const namesOf = (rows: readonly InvoiceRow[] | undefined) => rows?.map(({ customer }) => customer.name)

async function read(
  by: InvoiceColumn,
  descending: boolean,
  filter: Parameters<typeof readInvoiceTable>[1] = ALL,
) {
  const { sorted, sortable } = await readInvoiceTable(
    db,
    filter,
    { sort: { by, descending }, limit: 50 },
    WORDS,
    MOST,
  )
  return { sortable, names: namesOf(sorted?.rows), more: sorted?.more }
}

describe('the order of invoices in a table (lists on a wide screen)', () => {
  it.each<[InvoiceColumn, boolean, string[]]>([
    ['name', false, ['Amina', 'Musa', 'Zuri']],
    // 9 is before 10, and what has no number comes last from either end.
    ['number', false, ['Zuri', 'Amina', 'Musa']],
    ['number', true, ['Amina', 'Zuri', 'Musa']],
    ['date', true, ['Musa', 'Amina', 'Zuri']],
    ['operator', false, ['Amina', 'Musa', 'Zuri']],
    ['tax', true, ['Musa', 'Zuri', 'Amina']],
    ['total', true, ['Amina', 'Musa', 'Zuri']],
    ['status', false, ['Amina', 'Musa', 'Zuri']],
  ])('by %s, descending: %s', (by, descending, names) => {
    expect(namesOf(sortInvoices(THREE, { by, descending }, WORDS))).toEqual(names)
  })

  it('by the number in the accounting app where an invoice has no other number, which is then shown', () => {
    const [zuri, amina, musa] = THREE.map((one, index) => ({ ...one, accountingNumber: `A${11 - index}` }))
    expect([zuri, amina, musa].map((one) => one && numberOf(one))).toEqual(['A9', 'A10', 'A9'])
    const fromApp = THREE.map((one) => ({ ...one, accountingNumber: 'A1' }))
    const sorted = sortInvoices(fromApp, { by: 'number', descending: false }, WORDS)
    expect(namesOf(sorted)).toEqual(['Musa', 'Zuri', 'Amina'])
  })

  it('is that of the search when more was found than is shown', () => {
    const wanted = { sort: { by: 'total', descending: false } as const, limit: 2 }
    const [zuri, amina, musa] = THREE.map(({ customer }) => customer.name)
    const whole = foundInvoices(THREE, true, wanted, WORDS)
    expect({ ...whole, rows: namesOf(whole.rows) }).toEqual({
      rows: [zuri, musa],
      more: true,
      sort: wanted.sort,
      sortable: 'all',
    })
    const part = foundInvoices(THREE, false, wanted, WORDS)
    expect({ ...part, rows: namesOf(part.rows) }).toEqual({
      rows: [zuri, amina],
      more: true,
      sort: NEWEST_FIRST,
      sortable: 'none',
    })
  })
})

describe('what the table reads apart from the pages of the list', () => {
  it('is nothing newest first, else the list in its order', async () => {
    expect(await read('date', true)).toEqual({ sortable: 'all', names: undefined, more: undefined })
    expect((await read('date', false)).names).toEqual(['Zuri', 'Amina', 'Musa'])
    expect((await read('total', true)).names).toEqual(['Amina', 'Musa', 'Zuri'])
  })

  it('is only what the filter lets through', async () => {
    const from = '2026-01-03' as FiscalDay
    expect((await read('total', true, { shown: 'draft', period: { from } })).names).toEqual(['Amina', 'Musa'])
    expect((await read('total', true, { shown: 'issued', period: {} })).names).toEqual([])
  })

  it('is of very many the oldest alone; those of a few days sort by each column', async () => {
    const many = Array.from({ length: MOST }, (_, index) => row(index + 4, `Duka ${index}`, index + 1))
    await db.transaction('rw', [db.invoices, db.invoiceKeys, db.meta], () => upsertInvoices(db, many))
    expect(await read('total', true)).toEqual({ sortable: 'indexed', names: undefined, more: undefined })
    expect(await read('date', false)).toMatchObject({ sortable: 'indexed', more: true })
    const day = '2026-01-02' as FiscalDay
    const few = await read('total', true, { shown: undefined, period: { from: day, to: day } })
    expect(few).toEqual({ sortable: 'all', names: ['Zuri', 'Duka 53', 'Duka 25'], more: false })
  })
})
