import { expect, test } from 'vitest'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { type Expense, NO_VENDOR } from '#domain/expenses/expense.ts'
import type { InvoiceCustomer } from '#domain/invoices/invoice.ts'
import { toCents } from '#domain/money/cents.ts'
import { toExchangeRate } from '#domain/money/currency.ts'
import { SHEETS } from '#server/services/data-export/sheets.ts'
import { exampleInvoice } from '../../domain/example-invoice.ts'
import { expenseFields } from '../../support/expense-input.ts'

/** The only row of a sheet, by column. */
function rowOf({ columns, rows }: { columns: readonly string[]; rows: readonly (readonly unknown[])[] }) {
  expect(rows).toHaveLength(1)
  return Object.fromEntries(columns.map((column, index) => [column, rows[0]?.[index]]))
}

function invoiceRow(change: Parameters<typeof exampleInvoice>[0]) {
  const { columns, rowsOf } = SHEETS.invoices[0] ?? { columns: [], rowsOf: () => [] }
  return rowOf({ columns, rows: rowsOf(exampleInvoice(change)) })
}

function expenseRow(change: Parameters<typeof expenseFields>[0]) {
  const expense: Expense = {
    ...expenseFields(change),
    ...{ id: 'expense-1', companyId: 'company-1', rev: 1, createdBy: 'user-1', createdByName: 'Asha Mfano' },
    createdAt: toInstant(Date.parse('2026-01-02T06:31:00.000Z')),
    totals: {
      net: toCents(2_000_000),
      vat: toCents(360_000),
      total: toCents(2_360_000),
      balance: toCents(0),
    },
  }
  const { columns, rowsOf } = SHEETS.expenses[0] ?? { columns: [], rowsOf: () => [] }
  return rowOf({ columns, rows: rowsOf(expense) })
}

test('a row of an invoice has its header and its customer (spec §3)', () => {
  const customer: InvoiceCustomer = {
    customerId: null,
    name: 'Juma',
    identificationType: 'PASSPORT',
    identificationNumber: 'AB123456',
    phone: '+255712345678',
    email: 'juma@example.com',
    vatRegistrationNumber: '40012345A',
  }
  expect(invoiceRow({ customer, accountingNumber: 'INV-0042', amountType: 'EXCLUSIVE' })).toMatchObject({
    ...{ amountType: 'EXCLUSIVE', accountingNumber: 'INV-0042', customerIdentificationType: 'PASSPORT' },
    ...{ customerPhone: '+255712345678', customerEmail: 'juma@example.com', customerVatNumber: '40012345A' },
  })
})

test('the origin of an invoice is the door it came by, where its own word for it is older than the door', () => {
  expect(invoiceRow({ origin: 'app' })['origin']).toBe('app')
  expect(invoiceRow({ origin: 'app', channel: 'API' })['origin']).toBe('API')
})

test('a row of an expense has its currency and rate, its vendor and when it was made (spec §3)', () => {
  expect(expenseRow({})).toMatchObject({
    ...{ currency: 'TZS', currencyRate: 1, createdAt: '2026-01-02T06:31:00.000Z' },
  })
  const vendor = { ...NO_VENDOR, vatNumber: '40012345A', phone: '+255712345678', serial: '10TZ123456' }
  expect(expenseRow({ vendor, currency: 'USD', currencyRate: toExchangeRate(26_505_000) })).toMatchObject({
    ...{ currency: 'USD', currencyRate: 2650.5, vendorVatNumber: '40012345A' },
    ...{ vendorPhone: '+255712345678', vendorSerial: '10TZ123456' },
  })
})

test('new columns are at the end, so that a program that reads the older ones by place still finds them', () => {
  const ends = (columns: readonly string[] = [], last: string) => columns.slice(columns.indexOf(last) + 1)
  expect(ends(SHEETS.invoices[0]?.columns, 'totalIncludingTax')).toHaveLength(6)
  expect(ends(SHEETS.expenses[0]?.columns, 'files')).toHaveLength(6)
})
