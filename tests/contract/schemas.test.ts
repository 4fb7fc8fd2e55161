import * as v from 'valibot'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { customerSchema } from '#contract/customers.ts'
import { endpoints } from '#contract/endpoints.ts'
import { authorityCode, ERROR_CODES, type ErrorCode, isErrorCode } from '#contract/error-codes.ts'
import { amountField, basisPointsField, quantityField } from '#contract/fields/amounts.ts'
import { fiscalDayField, instantField } from '#contract/fields/moments.ts'
import { sha256Field, textField } from '#contract/fields/texts.ts'
import { type invoiceContentSchema, invoiceSchema } from '#contract/invoices.ts'
import type { productSchema } from '#contract/products.ts'
import type {
  companySchema,
  companySettingsSchema,
  currentUserSchema,
  taxRateSchema,
} from '#contract/session.ts'
import type { Company } from '#domain/companies/company.ts'
import type { Customer } from '#domain/customers/customer.ts'
import type { Invoice, InvoiceContent } from '#domain/invoices/invoice.ts'
import type { Product } from '#domain/products/product.ts'
import type { CompanySettings } from '#domain/settings/company-settings.ts'
import type { TaxRate } from '#domain/tax/rate-table.ts'
import type { CurrentUser } from '#domain/users/user.ts'
import { numberedId } from '../data/records.ts'
import { exampleInvoice, exampleLine, exampleReceipt } from '../domain/example-invoice.ts'

describe('each field accepts what it is for and refuses the rest', () => {
  const cases: { name: string; schema: v.GenericSchema<unknown>; accepts: unknown[]; refuses: unknown[] }[] =
    [
      {
        name: 'amount',
        schema: amountField,
        accepts: [0, 1, 99_999_999_900],
        refuses: [-1, 0.5, 99_999_999_901, '1', null, Number.NaN],
      },
      {
        name: 'quantity',
        schema: quantityField,
        accepts: [1, 250, 1_000_000_000],
        refuses: [0, -1, 1.5, 1_000_000_001, '1'],
      },
      { name: 'percent', schema: basisPointsField, accepts: [0, 750, 10_000], refuses: [-1, 10_001, 7.5] },
      {
        name: 'instant',
        schema: instantField,
        accepts: ['2026-11-21T10:00:00.000Z'],
        refuses: ['2026-11-21', '2026-11-21T10:00:00Z', '2026-13-21T10:00:00.000Z', 1],
      },
      {
        name: 'day',
        schema: fiscalDayField,
        accepts: ['2026-02-28'],
        refuses: ['2026-02-30', '28-02-2026', '2026-2-28'],
      },
      {
        name: 'text',
        schema: textField(5),
        accepts: ['', 'Asha', 'a\tb'],
        refuses: ['123456', 'a\u0000', 'a\u007f', 5],
      },
      {
        name: 'hash',
        schema: sha256Field,
        accepts: ['a'.repeat(64)],
        refuses: ['A'.repeat(64), 'a'.repeat(63), ''],
      },
    ]
  for (const { name, schema, accepts, refuses } of cases) {
    test(name, () => {
      for (const value of accepts) expect([value, v.safeParse(schema, value).success]).toEqual([value, true])
      for (const value of refuses) expect([value, v.safeParse(schema, value).success]).toEqual([value, false])
    })
  }
})

test('half a sign, left of an emoji that was cut, becomes a sign that can be stored', () => {
  expect(v.parse(textField(20), 'Asha \ud83d')).toBe('Asha \ufffd')
  expect(v.parse(textField(20), '\udc4d Asha 👍')).toBe('\ufffd Asha 👍')
})

test('the status of an invoice decides whether it has a receipt and a cancellation (spec §4)', () => {
  const ids = { id: numberedId(1), companyId: numberedId(2), operatorId: numberedId(3) }
  const line = exampleLine({ id: numberedId(4), productId: numberedId(5) })
  const { status: _, ...base } = exampleInvoice({ ...ids, lines: [line] })
  const receipt = exampleReceipt()
  const cancellation = { at: base.saleAt, by: 'Asha', reason: 'typed twice' }
  const isReadable = (parts: object) => v.safeParse(invoiceSchema, { ...base, ...parts }).success
  for (const status of ['submitted', 'issued']) {
    expect(isReadable({ status, receipt, cancellation: null })).toBe(true)
    expect(isReadable({ status, receipt: null, cancellation: null })).toBe(false)
    expect(isReadable({ status, receipt, cancellation })).toBe(false)
  }
  expect(isReadable({ status: 'draft', receipt: null, cancellation: null })).toBe(true)
  expect(isReadable({ status: 'draft', receipt, cancellation: null })).toBe(false)
  expect(isReadable({ status: 'canceled', receipt, cancellation })).toBe(true)
  expect(isReadable({ status: 'canceled', receipt: null, cancellation })).toBe(true)
  expect(isReadable({ status: 'canceled', receipt, cancellation: null })).toBe(false)
})

test('what travels has exactly the type the rules work on', () => {
  expectTypeOf<v.InferOutput<typeof invoiceSchema>>().toExtend<Invoice>()
  expectTypeOf<v.InferOutput<typeof invoiceContentSchema>>().toExtend<InvoiceContent>()
  expectTypeOf<v.InferOutput<typeof customerSchema>>().toExtend<Customer>()
  expectTypeOf<v.InferOutput<typeof productSchema>>().toExtend<Product>()
  expectTypeOf<v.InferOutput<typeof companySchema>>().toExtend<Company>()
  expectTypeOf<v.InferOutput<typeof companySettingsSchema>>().toExtend<CompanySettings>()
  expectTypeOf<v.InferOutput<typeof taxRateSchema>>().toExtend<TaxRate>()
  expectTypeOf<v.InferOutput<typeof currentUserSchema>>().toExtend<CurrentUser>()
})

test('no code is listed twice, and a code from a newer server is recognized as unknown', () => {
  expect(new Set(ERROR_CODES).size).toBe(ERROR_CODES.length)
  expect(isErrorCode('INVALID_CREDENTIALS')).toBe(true)
  expect(isErrorCode('FROM_THE_FUTURE')).toBe(false)
})

test('every number the authority documents has its own code, and any other number has one too', () => {
  const codes: ErrorCode[] = ['1', '3', '4', '5', '6', '7', '8'].map(authorityCode)
  expect(new Set(codes).size).toBe(7)
  expect(authorityCode('902')).toBe('TRA_REFUSED_OTHER')
  expect(authorityCode(null)).toBe('TRA_REFUSED_OTHER')
})

test('no two endpoints share a method and a path, and each lives under one of the two bases (spec §7)', () => {
  const seen = Object.values(endpoints).map((entry) => `${entry.method} ${entry.path}`)
  expect(new Set(seen).size).toBe(seen.length)
  for (const { path } of Object.values(endpoints)) expect(path).toMatch(/^\/(v1\/accounting|api\/v2)\//)
})

test('an app that does not know the exact problem of a booking reads the wider one', () => {
  const entry = {
    ...{ invoiceId: numberedId(1), receipt: 'SIM7QX1', customer: '', total: 0, state: 'attention' },
    ...{ problem: 'refused', detail: '', number: '', at: '2026-11-21T10:00:00.000Z' },
  }
  const read = (exact: object) =>
    v.parse(endpoints['accounting.log'].output, { entries: [{ ...entry, ...exact }] }).entries[0]
  expect(read({ exact: 'from later' })).toMatchObject({ problem: 'refused', exact: undefined })
  expect(read({ exact: 'payment' })).toMatchObject({ problem: 'refused', exact: 'payment' })
  expect(read({})).toMatchObject({ problem: 'refused' })
})
