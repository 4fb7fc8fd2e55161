import { expect, it } from 'vitest'
import type { InvoiceRow } from '#data/rows.ts'
import { saleNews } from '#features/invoices/problem-code.ts'
import { exampleReceipt } from '../../domain/example-invoice.ts'

function news(row: Partial<Pick<InvoiceRow, 'shown' | 'pending' | 'receipt'>>) {
  return saleNews({ shown: 'waiting', pending: { kind: 'none' }, receipt: null, ...row })
}

it('says that a sale is on its way until it has its receipt', () => {
  expect(news({})).toEqual({ kind: 'waiting' })
  expect(news({ shown: 'submitted', receipt: exampleReceipt() })).toEqual({ kind: 'waiting' })
  expect(news({ shown: 'issued', receipt: exampleReceipt() })).toEqual({ kind: 'issued' })
})

it('never says of a refused sale that it is being sent', () => {
  expect(news({ shown: 'attention', pending: { kind: 'attention', code: 'INVOICE_TOTAL_ZERO' } })).toEqual({
    kind: 'stopped',
    code: 'INVOICE_TOTAL_ZERO',
  })
  const receipt = { ...exampleReceipt(), delivery: 'rejected', ackCode: '6' } as const
  expect(news({ shown: 'attention', receipt })).toMatchObject({ kind: 'stopped' })
})

it('has no news of a sale that was canceled or taken back meanwhile', () => {
  expect(news({ shown: 'canceled' })).toEqual({ kind: 'ended' })
  expect(news({ shown: 'draft' })).toEqual({ kind: 'ended' })
})
