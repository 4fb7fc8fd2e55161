import { expect, it } from 'vitest'
import type { CustomerFields } from '#domain/customers/check-customer.ts'
import { partitionImport } from '#domain/customers/partition-import.ts'

function aCustomer(change: Partial<CustomerFields>): CustomerFields {
  return {
    name: 'Juma Mfano',
    identificationType: 'NO_IDENTIFICATION',
    identificationNumber: '',
    phone: '',
    email: '',
    vatRegistrationNumber: '',
    ...change,
  }
}
const withTin = (identificationNumber: string, name = 'Juma Mfano') =>
  aCustomer({ name, identificationType: 'TAX_IDENTIFICATION_NUMBER', identificationNumber })
const rowsOf = (...customers: CustomerFields[]) =>
  customers.map((customer, at) => ({ row: at + 2, customer }))

it('takes every new customer once: no duplicates of the company or within the file (spec §5)', () => {
  const rows = rowsOf(
    withTin('999000801'),
    withTin('999000802'),
    withTin('999000801', 'Asha'),
    aCustomer({}),
    aCustomer({}),
  )
  const sorted = partitionImport(rows, [withTin('999000802', 'JUMA mfano')])
  expect(sorted.newRows.map(({ row }) => row)).toEqual([2, 5])
  expect(sorted.registered).toBe(1)
  expect(sorted.duplicates).toEqual([
    { row: 4, kind: 'repeated', first: 2 },
    { row: 6, kind: 'repeated', first: 5 },
  ])
})

it('names the other customer who has the number (spec §8)', () => {
  const vrn = aCustomer({ vatRegistrationNumber: '99000001Z' })
  const sorted = partitionImport(rowsOf(withTin('999000802'), vrn), [
    withTin('999000802', 'Rehema'),
    aCustomer({ name: 'Asha', vatRegistrationNumber: '99000001Z' }),
  ])
  expect(sorted).toMatchObject({
    newRows: [],
    conflicts: [
      { row: 2, name: 'Rehema' },
      { row: 3, name: 'Asha' },
    ],
  })
})

it('knows people without numbers by name, phone and email together: two of one name stay two', () => {
  const known = [aCustomer({ phone: '+255700000101' })]
  const sorted = partitionImport(
    rowsOf(aCustomer({ phone: '+255700000101' }), aCustomer({ phone: '+255700000102' })),
    known,
  )
  expect(sorted.registered).toBe(1)
  expect(sorted.newRows.map(({ row }) => row)).toEqual([3])
})
