import { describe, expect, it } from 'vitest'
import { invoiceRow } from '#data/invoices.ts'
import { parseInstant } from '#domain/calendar/east-africa.ts'
import { groupByDay } from '#features/invoices/group-by-day.ts'
import { exampleInvoice } from '../../domain/example-invoice.ts'

function soldAt(id: string, at: string) {
  const saleAt = parseInstant(at)
  if (!saleAt) throw new Error(at)
  return invoiceRow({ ...exampleInvoice(), id, saleAt }, { kind: 'none' })
}

describe('grouping the list by day', () => {
  it('begins a new day at midnight in East Africa, not in UTC', () => {
    const rows = [
      soldAt('c', '2026-11-21T05:00:00.000Z'),
      soldAt('b', '2026-11-20T21:00:00.000Z'),
      soldAt('a', '2026-11-20T20:59:59.000Z'),
    ]
    expect(groupByDay(rows).map((entry) => entry.key)).toEqual([
      'day 2026-11-21',
      'c',
      'b',
      'day 2026-11-20',
      'a',
    ])
  })

  it('gives nothing for an empty list', () => {
    expect(groupByDay([])).toEqual([])
  })
})
