import { afterEach, beforeEach, expect, it } from 'vitest'
import { type AccountDatabase, openAccountDatabase } from '#data/account-database.ts'
import { invoiceRow, upsertInvoices } from '#data/invoices.ts'
import { readOperatorNames } from '#data/operator-names.ts'
import type { FiscalDay, Instant } from '#domain/calendar/east-africa.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { allDeltas } from '#domain/reports/invoice-deltas.ts'
import { eat, exampleInvoice, exampleReceipt } from '../domain/example-invoice.ts'
import { numberedId, testPorts } from './records.ts'

let db: AccountDatabase
let opened = 0
beforeEach(async () => {
  opened += 1
  db = await openAccountDatabase(`operator names ${opened}`, testPorts())
})
afterEach(() => {
  db.close()
})

const sale = (
  n: number,
  operator: { id: string; name: string },
  saleAt: Instant,
  issuedDay?: string,
): Invoice =>
  exampleInvoice({
    id: numberedId(n),
    saleAt,
    ...{ operatorId: operator.id, operatorName: operator.name },
    status: 'issued',
    receipt: exampleReceipt({ issuedDay: (issuedDay ?? saleAt.slice(0, 10)) as FiscalDay }),
  })

const store = (invoices: readonly Invoice[]) =>
  db.transaction('rw', db.invoices, db.invoiceKeys, db.meta, () =>
    upsertInvoices(
      db,
      invoices.map((invoice) => invoiceRow(invoice, { kind: 'none' })),
    ),
  )

const [ASHA, JUMA, NEEMA] = [
  { id: 'asha', name: 'Asha Mushi' },
  { id: 'juma', name: 'Juma Ali' },
  { id: 'neema', name: 'Neema Said' },
]
const november = Date.parse('2026-11-20T06:00:00.000Z')
/** As many sales of one operator that no other one is among the newest. */
const lately = Array.from({ length: 700 }, (_, at) => sale(100 + at, ASHA, toInstant(november + at * 60_000)))

it('names an operator whose last sale was long before the newest ones, and no other one', async () => {
  const old = [sale(1, JUMA, eat('2026-03-02', '09:00:00')), sale(2, NEEMA, eat('2026-03-31', '09:00:00'))]
  await store([...old, ...lately])
  const rows = [...old, ...lately].flatMap(allDeltas)
  const gone = { ...rows[0], kind: 'month-operator', period: '2026-03', key: 'gone' } as never
  const names = await readOperatorNames(db, [...rows, gone], () => false)
  expect(Object.fromEntries(names)).toEqual({ asha: ASHA.name, juma: JUMA.name, neema: NEEMA.name })
})

it('names the operator of a sale that was made offline and counts in the month after', async () => {
  const offline = sale(1, JUMA, eat('2026-02-27', '09:00:00'), '2026-03-02')
  await store([offline, ...lately])
  const names = await readOperatorNames(db, allDeltas(offline), () => false)
  expect(names.get('juma')).toBe(JUMA.name)
})

it('gives the newest name of a person who changed it', async () => {
  const married = { ...ASHA, name: 'Asha Komba' }
  const sales = [
    sale(1, ASHA, eat('2026-03-02', '09:00:00')),
    sale(2, married, eat('2026-03-03', '09:00:00')),
  ]
  await store(sales)
  const names = await readOperatorNames(db, sales.flatMap(allDeltas), () => false)
  expect(names.get('asha')).toBe(married.name)
})
