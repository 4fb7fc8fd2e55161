import { expect, it } from 'vitest'
import { invoiceRow } from '#data/invoices.ts'
import type { InvoicePayment } from '#domain/invoices/invoice.ts'
import { toCents } from '#domain/money/cents.ts'
import { tenderedFor } from '#features/invoices/edit/use-opened-invoice.ts'
import { exampleInvoice } from '../../../domain/example-invoice.ts'

const total = exampleInvoice().totals.totalIncludingTax
const paid = (type: InvoicePayment['type']) =>
  invoiceRow(exampleInvoice({ payments: [{ type, amount: total }] }), { kind: 'none' })
const handed: readonly InvoicePayment[] = [{ type: 'cash', amount: toCents(total + 200_000) }]

it('what was handed over is known again as long as the invoice is paid so', () => {
  const row = paid('cash')
  expect(tenderedFor(row, { invoiceId: row.id, handed })).toEqual(handed)
  expect(tenderedFor(row, { invoiceId: 'another', handed })).toBeUndefined()
})

it('cash does not come back when another phone has stored another payment since', () => {
  const row = paid('credit_card')
  expect(tenderedFor(row, { invoiceId: row.id, handed })).toBeUndefined()
})
