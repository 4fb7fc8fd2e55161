import { expect, it } from 'vitest'
import { type ExpenseVendor, NO_VENDOR } from '#domain/expenses/expense.ts'
import { knownVendor } from '#domain/expenses/known-vendor.ts'

/** Whether the serial of the edited expense's vendor stays with the vendor as the form names it. */
function keeps(before: Partial<ExpenseVendor>, vendorName: string, vendorTaxNumber: string): boolean {
  const edited = { ...NO_VENDOR, ...before, serial: '10TZ100911' }
  return knownVendor({ vendorName, vendorTaxNumber }, edited) === edited
}

it('what is known of a vendor stays while its tax number or, without one, its name is the same', () => {
  const asha = { name: 'Duka la Asha', taxNumber: '999000911' }
  expect(keeps(asha, 'Another name', '999-000-911')).toBe(true)
  expect(keeps(asha, 'Duka la Asha', '999000912')).toBe(false)
  expect(keeps(asha, 'DUKA LA ASHA', '')).toBe(true)
  expect(keeps({ name: 'Duka la Asha' }, 'Duka la Juma', '')).toBe(false)
  expect(keeps({}, 'Duka la Asha', '999000911')).toBe(true)
})

it('the TIN that all vendors from abroad share makes no vendor of another one (tanzania-facts §1)', () => {
  const nameless = { taxNumber: '999999999', foreign: true }
  expect(keeps(nameless, 'Duka la Asha', '999000911')).toBe(false)
  expect(keeps(nameless, '', '999000911')).toBe(false)
  // One that is named is still the same one.
  expect(keeps(nameless, 'Mfano GmbH', '999-999-999')).toBe(true)
  expect(keeps(nameless, '', '999-999-999')).toBe(true)
  const named = { ...nameless, name: 'Mfano GmbH' }
  expect(keeps(named, 'MFANO GMBH', '999999999')).toBe(true)
  expect(keeps(named, 'Mfano Trading LLC', '999999999')).toBe(false)
  expect(keeps(named, '', '999999999')).toBe(false)
})
