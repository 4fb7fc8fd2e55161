import { expect, test } from 'vitest'
import { groupDebtors } from '#domain/collections/group-debtors.ts'
import type { InvoiceCustomer } from '#domain/invoices/invoice.ts'
import { WALK_IN_CUSTOMER } from '#domain/invoices/new-draft.ts'
import { tsh } from '../example-invoice.ts'

function debt(id: string, shillings: number, customer: Partial<InvoiceCustomer> = {}) {
  return { row: { id, customer: { ...WALK_IN_CUSTOMER, ...customer } }, owed: tsh(shillings) }
}

function group(debts: readonly ReturnType<typeof debt>[]) {
  const rules = {
    mergedInto: (id: string) => (id === 'joined' ? 'asha' : id),
    foldName: (name: string) => name.toLowerCase(),
  }
  return groupDebtors(debts, rules)
}

const short = (debts: readonly ReturnType<typeof debt>[]) =>
  group(debts).map(({ name, phone, owed, debts: own }) => [
    ...[name, phone, owed / 100, own.map(({ row }) => row.id).join(' ')],
  ])

test('two buyers of one name with two phones owe each their own', () => {
  const debts = [
    debt('1', 5000, { name: 'Juma', phone: '+255712000001' }),
    debt('2', 3000, { name: 'Juma', phone: '+255712000002' }),
    debt('3', 1000, { name: 'JUMA', phone: '+255712000001' }),
    debt('4', 500, { name: 'Juma' }),
  ]
  expect(short(debts)).toEqual([
    ['JUMA', '+255712000001', 6000, '1 3'],
    ['Juma', '+255712000002', 3000, '2'],
    ['Juma', '', 500, '4'],
  ])
})

test('an identification number says more than a phone: the newest phone is reminded', () => {
  const tin = { name: 'Duka', identificationNumber: '100100100' }
  const debts = [
    debt('1', 100, { ...tin, phone: '+255712000001' }),
    debt('2', 200, { ...tin, phone: '+255712000002' }),
    debt('3', 50, { ...tin, identificationNumber: '200200200', phone: '+255712000001' }),
  ]
  expect(short(debts)).toEqual([
    ['Duka', '+255712000002', 300, '1 2'],
    ['Duka', '+255712000001', 50, '3'],
  ])
})

test('sales without a name are a debtor each, those with the same phone are one', () => {
  const phone = '+255712000001'
  const debts = [debt('1', 300), debt('2', 200), debt('3', 100, { phone }), debt('4', 50, { phone })]
  expect(short(debts)).toEqual([
    ['', '', 300, '1'],
    ['', '', 200, '2'],
    ['', phone, 150, '3 4'],
  ])
})

test('a saved customer has the debts of those merged into it, whatever their name', () => {
  const debts = [
    debt('1', 100, { customerId: 'joined', name: 'Asha' }),
    debt('2', 200, { customerId: 'asha', name: 'Asha Duka' }),
    debt('3', 50, { name: 'Asha Duka' }),
  ]
  expect(group(debts).map(({ customerId, name, owed }) => [customerId, name, owed])).toEqual([
    ['asha', 'Asha Duka', tsh(300)],
    [null, 'Asha Duka', tsh(50)],
  ])
})
