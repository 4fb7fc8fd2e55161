import { expect, it } from 'vitest'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { prefillCustomer } from '#domain/customers/prefill-customer.ts'

const today = '2026-11-21' as FiscalDay
const TIN = 'TAX_IDENTIFICATION_NUMBER'

it.each([
  ['', {}],
  [' Mama Neema ', { name: 'Mama Neema' }],
  ['0700 000 101', { phone: '0700 000 101' }],
  ['+255700000101', { phone: '+255700000101' }],
  ['999-000-001', { identificationType: TIN, identificationNumber: '999-000-001' }],
  // A digit too many: the form says at its field what is wrong.
  ['1234567890', { identificationType: TIN, identificationNumber: '1234567890' }],
  [
    '19900101-00000-00012-00',
    {
      identificationType: 'NATIONAL_IDENTIFICATION_AUTHORITY',
      identificationNumber: '19900101-00000-00012-00',
    },
  ],
])('begins a new customer with %j at the right field', (text, fields) => {
  expect(prefillCustomer(text, today)).toEqual(fields)
})
