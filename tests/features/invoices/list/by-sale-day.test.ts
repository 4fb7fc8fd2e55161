import { describe, expect, it } from 'vitest'
import { type DayGroup, groupByDay } from '#blocks/day-list/group-by-day.ts'
import { invoiceRow } from '#data/invoices.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { parseInstant } from '#domain/calendar/east-africa.ts'
import type { PendingWork } from '#domain/invoices/shown-status.ts'
import { BY_SALE_DAY } from '#features/invoices/list/by-sale-day.ts'
import { exampleInvoice, exampleReceipt, type InvoiceChange, tsh } from '../../../domain/example-invoice.ts'

const REST: PendingWork = { kind: 'none' }

function soldAt(id: string, at: string, change: InvoiceChange = {}, pending = REST) {
  const saleAt = parseInstant(at)
  if (!saleAt) throw new Error(at)
  return invoiceRow(exampleInvoice({ id, saleAt, ...change }), pending)
}

function daysOf(rows: readonly InvoiceRow[], ends: boolean): DayGroup[] {
  return groupByDay(rows, BY_SALE_DAY, ends).flatMap((entry) => (entry.kind === 'day' ? entry : []))
}

describe('grouping the list by day', () => {
  it('begins a new day at midnight in East Africa, not in UTC', () => {
    const rows = [
      soldAt('c', '2026-11-21T05:00:00.000Z'),
      soldAt('b', '2026-11-20T21:00:00.000Z'),
      soldAt('a', '2026-11-20T20:59:59.000Z'),
    ]
    expect(groupByDay(rows, BY_SALE_DAY, true).map((entry) => entry.key)).toEqual([
      'day 2026-11-21',
      'c',
      'b',
      'day 2026-11-20',
      'a',
    ])
  })

  it('counts and adds up what was sold: no draft and nothing canceled', () => {
    const receipt = exampleReceipt()
    const at = '2026-11-21T05:00:00.000Z'
    const rows = [
      soldAt('e', at, { status: 'issued', receipt }),
      soldAt('d', at, {}, { kind: 'waiting', submits: true }),
      soldAt('c', at),
      soldAt('b', at, { status: 'canceled', receipt }),
      soldAt('a', at, {}, { kind: 'waiting', submits: false, cancels: '' }),
    ]
    expect(daysOf(rows, true)).toMatchObject([{ count: 2, total: tsh(2_000), complete: true }])
  })

  it('adds up a list of drafts as it is', () => {
    const rows = [soldAt('b', '2026-11-21T05:00:00.000Z'), soldAt('a', '2026-11-21T04:00:00.000Z')]
    expect(daysOf(rows, true)).toMatchObject([{ count: 2, total: tsh(2_000) }])
  })

  it('shows no total of a day that is not read completely', () => {
    const rows = [soldAt('b', '2026-11-21T05:00:00.000Z'), soldAt('a', '2026-11-20T05:00:00.000Z')]
    expect(daysOf(rows, false).map(({ complete: whole }) => whole)).toEqual([true, false])
  })

  it('gives nothing for an empty list', () => {
    expect(groupByDay([], BY_SALE_DAY, true)).toEqual([])
  })
})
