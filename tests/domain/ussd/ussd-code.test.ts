import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { checkUssdCode, dialedCode, normalizeUssdCode } from '#domain/ussd/ussd-code.ts'

describe('a USSD code (tanzania-facts §11 row 9)', () => {
  it.each(['*148*09#', '148*09#', '148*09', ' *148*09 ', '**148*09##'])(
    '%s is dialled as *148*09#',
    (typed) => {
      expect(normalizeUssdCode(typed)).toBe('*148*09#')
    },
  )

  it.each(['', '*#', '*148**09#', '*148#09#', '*148*9a#', 'piga simu', '*148*0912345678901234#'])(
    '"%s" is no code',
    (typed) => {
      expect(normalizeUssdCode(typed)).toBeUndefined()
    },
  )

  it('is stored in the form that can be dialled, or refused at its field', () => {
    const typed = { ...DEFAULT_SETTINGS, ussdCode: '150*77#' }
    expect(checkUssdCode(typed)).toEqual({ settings: { ...typed, ussdCode: '*150*77#' } })
    expect(checkUssdCode({ ...typed, ussdCode: 'none' })).toEqual({
      refusal: { path: 'ussdCode', code: 'USSD_DIAL_CODE' },
    })
  })

  it('of older settings is shown as it is dialled, and the usual one in place of what cannot be', () => {
    expect(dialedCode({ ussdCode: '150*77#' })).toBe('*150*77#')
    expect(dialedCode({ ussdCode: 'none' })).toBe('*148*09#')
  })
})
