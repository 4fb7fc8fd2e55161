import { beforeEach, expect, it } from 'vitest'
import type { AccountDatabase } from '#data/account-database.ts'
import { invoiceRow, upsertInvoices } from '#data/invoices.ts'
import { upsertMeta } from '#data/meta.ts'
import { type FiscalDay, parseInstant } from '#domain/calendar/east-africa.ts'
import { ZERO_FIGURES } from '#domain/reports/aggregate.ts'
import type { ListFilter } from '#features/invoices/list/list-search-params.ts'
import { findMissing } from '#features/invoices/list/missing-invoices.ts'
import { exampleInvoice } from '../../../domain/example-invoice.ts'
import { Device } from '../../../sync/device.ts'

const TODAY = '2026-11-21' as FiscalDay
const OLD = '2025-03-01' as FiscalDay
const whole = (shown?: ListFilter['shown'], from?: FiscalDay): ListFilter => ({ shown, period: { from } })

let db: AccountDatabase
let device: Device
beforeEach(async () => {
  device = await Device.make()
  db = device.account.db
  await upsertMeta(db, 'first-pull-done', true)
})

async function soldOn(day: FiscalDay, count: number) {
  const total = {
    id: `day:${day}:`,
    companyId: device.companyId,
    rev: 1,
    kind: 'day',
    period: day,
    key: '',
  } as const
  await db.aggregates.put({ ...total, ...ZERO_FIGURES, count, perLetter: {}, perPayment: {} })
}

it('a file made while the phone still fetches does not have everything', async () => {
  expect(await findMissing(db, whole(), TODAY)).toBeUndefined()
  await upsertMeta(db, 'first-pull-done', false)
  expect(await findMissing(db, whole(), TODAY)).toBe('fetching')
})

it('a period beyond the kept days lacks what was sold then, and nothing where nothing was sold or all is here', async () => {
  await soldOn('2026-11-20' as FiscalDay, 3)
  expect(await findMissing(db, whole(), TODAY)).toBeUndefined()
  await soldOn(OLD, 1)
  expect(await findMissing(db, whole(), TODAY)).toBe('older')
  expect(await findMissing(db, whole('issued'), TODAY)).toBe('older')
  expect(await findMissing(db, whole('draft'), TODAY)).toBeUndefined()
  expect(await findMissing(db, whole(undefined, '2026-01-01' as FiscalDay), TODAY)).toBeUndefined()
  const saleAt = parseInstant(`${OLD}T08:00:00.000Z`)
  if (!saleAt) throw new Error('no moment')
  await upsertInvoices(db, [invoiceRow(exampleInvoice({ saleAt, status: 'issued' }), { kind: 'none' })])
  expect(await findMissing(db, whole(), TODAY)).toBeUndefined()
})
