import { describe, expect, it } from 'vitest'
import { numberBesideName } from '#domain/vendors/number-beside-name.ts'

const abroad = {
  ...{ name: 'Mfano Export GmbH', taxNumber: '999999999', vatNumber: 'DE811', serial: '10TZ100912' },
  phone: '+49301234567',
}
const local = {
  name: 'Duka la Asha',
  taxNumber: '',
  vatNumber: '40012345X',
  serial: '',
  phone: '+255712345678',
}

describe('numberBesideName', () => {
  it.each([
    ['10tz1009', '10TZ100912'],
    ['+4930', '+49301234567'],
    ['de81', 'DE811'],
    ['999-9', '999-999-999'],
    ['9999', '999999999'],
  ])('shows the number of a vendor from abroad that contains what was typed: %s', (typed, shown) => {
    expect(numberBesideName(abroad, typed)).toBe(shown)
  })

  it.each([
    ['0712345', '0712345678'],
    ['0712 345', '0712 345 678'],
    ['712345', '0712345678'],
    ['+255712', '+255712345678'],
    ['+255 712', '+255 712 345 678'],
    ['40-01', '40-012345-X'],
    ['40012345x', '40012345X'],
  ])('shows a number in the form in which it was typed: %s', (typed, shown) => {
    expect(numberBesideName(local, typed)).toBe(shown)
  })

  it.each(['', ' ', 'asha', 'DUKA', '0713'])(
    'shows none beside a name that says it, or without a match: "%s"',
    (typed) => {
      expect(numberBesideName(local, typed)).toBeUndefined()
    },
  )
})
