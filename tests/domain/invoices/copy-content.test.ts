import { expect, it } from 'vitest'
import { copyContent } from '#domain/invoices/copy-content.ts'
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts'
import { exampleContent, exampleLine, tsh } from '../example-invoice.ts'

it('repeats the sale under new line ids, unpaid, without reference and notes', () => {
  const sold = exampleContent({
    lines: [exampleLine({ note: 'red' }), exampleLine({ id: 'line-2' })],
    payments: [{ type: 'cash', amount: tsh(2000) }],
    reference: 'LPO 7',
    note: 'fetch at noon',
  })
  const ids = ['new-1', 'new-2']
  const copy = copyContent(sold, () => ids.shift() ?? '')
  expect(copy).toMatchObject({ customer: sold.customer, payments: [], reference: '' })
  expect(copy).not.toHaveProperty('note')
  expect(copy.lines.map(({ note }) => note)).toEqual([undefined, undefined])
  expect(copy.lines.map(({ id }) => id)).toEqual(['new-1', 'new-2'])
  expect(invoiceTotals(copy, true)).toEqual(invoiceTotals(sold, true))
})
