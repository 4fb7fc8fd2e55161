import { expect, it } from 'vitest'
import { listHeldSales } from '#data/held-sales.ts'
import { invoiceRow, upsertInvoices } from '#data/invoices.ts'
import { parseInstant } from '#domain/calendar/east-africa.ts'
import { exampleInvoice } from '../domain/example-invoice.ts'
import { Device } from '../sync/device.ts'

function draftAt(minute: number, empty = false) {
  const saleAt = parseInstant(`2026-11-21T05:${String(minute).padStart(2, '0')}:00.000Z`)
  if (!saleAt) throw new Error('no moment')
  const change = { id: `draft ${minute}`, saleAt, ...(empty ? { lines: [] } : {}) }
  return invoiceRow(exampleInvoice(change), { kind: 'none' })
}

it('held sales are found behind any number of empty drafts, and it is known that there are more', async () => {
  const { account } = await Device.make()
  const { db } = account
  const held = [draftAt(1), draftAt(2), draftAt(3)]
  const empty = Array.from({ length: 25 }, (_, at) => draftAt(10 + at, true))
  await upsertInvoices(db, [...held, ...empty, draftAt(50)])
  const idsOf = async (limit: number) => {
    const { rows, more } = await listHeldSales(db, 'draft 50', limit)
    return { ids: rows.map(({ id }) => id), more }
  }
  expect(await idsOf(20)).toEqual({ ids: ['draft 3', 'draft 2', 'draft 1'], more: false })
  expect(await idsOf(3)).toEqual({ ids: ['draft 3', 'draft 2', 'draft 1'], more: false })
  expect(await idsOf(2)).toEqual({ ids: ['draft 3', 'draft 2'], more: true })
})
