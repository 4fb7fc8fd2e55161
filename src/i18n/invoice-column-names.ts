import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { InvoiceColumn } from '#domain/reports/invoice-table.ts'

/** Headings of an exported list of invoices. */
export const INVOICE_COLUMN_NAMES = {
  date: msg`Date`,
  time: msg`Time`,
  receiptNumber: msg`Receipt number`,
  customer: msg`Customer`,
  identification: msg`Identification number`,
  phone: msg`Phone`,
  reference: msg`Reference`,
  status: msg`Status`,
  excludingTax: msg`Total excluding tax`,
  vat: msg`Total VAT`,
  total: msg`Total including tax`,
  refunded: msg`Amount refunded`,
  operator: msg`Served by`,
  accountingNumber: msg`Accounting number`,
} satisfies Record<InvoiceColumn, MessageDescriptor>
