import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { checkIdentification } from '#domain/identity/check-identification.ts'
import { isEmail } from '#domain/identity/email.ts'
import { CUSTOMER_ID_TYPE_CODE, IDENTIFICATION_TYPES } from '#domain/identity/identification.ts'
import { nidaText, normalizeNida } from '#domain/identity/nida.ts'
import { nineDigits, normalizePhone, phoneText } from '#domain/identity/phone.ts'
import { normalizeTin, tinText } from '#domain/identity/tin.ts'
import { isOddVrn, isUsualVrn, normalizeVrn, vrnText } from '#domain/identity/vrn.ts'

const today = '2026-11-21' as FiscalDay

describe('TIN (TRA rule: always nine digits)', () => {
  it.each(['999-000-001', ' 999000001 ', '999 000 001', '999\u2013000\u2013001'])('accepts %j', (text) => {
    expect(normalizeTin(text)).toBe('999000001')
  })

  it.each(['', '99900000', '9990000012', '99900000A', '999.000.001', '٩٩٩٠٠٠٠٠١'])('refuses %j', (text) => {
    expect(normalizeTin(text)).toBeUndefined()
  })

  it('is printed in groups of three', () => {
    expect(tinText('999000001')).toBe('999-000-001')
    expect(tinText('unknown')).toBe('unknown')
  })
})

describe('VRN', () => {
  it.each(['99-000001-Z', '99000001z', ' 99 000001 Z '])('accepts %j', (text) => {
    expect(normalizeVrn(text)).toBe('99000001Z')
  })

  it.each(['', '9900001Z', '99000001ZZ', '99_00001Z'])('refuses %j', (text) => {
    expect(normalizeVrn(text)).toBeUndefined()
  })

  it('only warns of nine letters or digits in an unusual order', () => {
    expect(normalizeVrn('Z99000001')).toBe('Z99000001')
    expect(isUsualVrn('Z99000001')).toBe(false)
    expect(isUsualVrn('99000001Z')).toBe(true)
    expect(['Z99000001', '99-000001-9'].every(isOddVrn)).toBe(true)
    // Without a warning: the usual shape, and what is refused or not typed to its end.
    expect(['99-000001-z', '', '9900', '99000001ZZ'].some(isOddVrn)).toBe(false)
    expect(vrnText('99000001Z')).toBe('99-000001-Z')
  })
})

describe('NIDA number (20 digits that begin with the day of birth)', () => {
  it('accepts the printed form and stores the digits', () => {
    expect(normalizeNida('19900101-00000-00012-00', today)).toBe('19900101000000001200')
    expect(nidaText('19900101000000001200')).toBe('19900101-00000-00012-00')
  })

  it.each([
    ['month 13', '19901301-00000-00012-00'],
    ['30 February', '19900230-00000-00012-00'],
    ['born before 1900', '18991231-00000-00012-00'],
    ['nothing but zeros behind the birth', '19900101-00000-00000-00'],
    ['19 digits', '19900101-00000-00012-0'],
    ['ten digits', '1990010100'],
    ['a letter', '19900101-00000-0001A-00'],
  ])('refuses %s', (_, text) => {
    expect(normalizeNida(text, today)).toBeUndefined()
  })

  it('refuses a birth after today only when the day is given', () => {
    const tomorrow = '20261122-00000-00012-00'
    expect(normalizeNida(tomorrow, today)).toBeUndefined()
    expect(normalizeNida(tomorrow)).toBe('20261122000000001200')
    expect(normalizeNida('20261121-00000-00012-00', today)).toBeDefined()
  })
})

describe('phone (nine digits, spec §5, and what people type instead)', () => {
  it.each([
    '700000101',
    '0700000101',
    '+255 700 000 101',
    '255700000101',
    '00255700000101',
    '0700-000-101',
    '(0700) 000.101',
  ])('stores %j as E.164', (text) => {
    expect(normalizePhone(text)).toBe('+255700000101')
  })

  it.each([
    '',
    '70000010',
    '7000001011',
    '071234567',
    '+254700000101',
    '+0700000101',
    '70000010a',
    '123456789',
  ])('refuses %j', (text) => {
    expect(normalizePhone(text)).toBeUndefined()
  })

  it('accepts a landline and refuses no operator by prefix', () => {
    for (const prefix of ['22', '28', '61', '62', '65', '67', '69', '71', '73', '74', '77', '78']) {
      expect(normalizePhone(`0${prefix}0000101`)).toBe(`+255${prefix}0000101`)
    }
  })

  it('is shown in groups and gives back the nine digits of the forms', () => {
    expect(phoneText('+255700000101')).toBe('+255 700 000 101')
    expect(phoneText('12')).toBe('12')
    expect(nineDigits('+255700000101')).toBe('700000101')
    expect(nineDigits('')).toBe('')
  })
})

describe('e-mail', () => {
  it.each([
    'a@example.com',
    'asha.mfano+duka@mail.example.co.tz',
    "ng'ombe@example.com",
    'x_1-2@sub-domain.example.org',
  ])('accepts %j', (text) => {
    expect(isEmail(text)).toBe(true)
  })

  it.each([
    '',
    'a',
    'a@',
    '@example.com',
    'a@b',
    'a@b@c.com',
    'a b@example.com',
    'a@example..com',
    'a@-example.com',
    '.a@example.com',
    'a..b@example.com',
    'a@example.1',
    'a@10.0.0.1',
    'a\n@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b.'.repeat(130)}com`,
  ])('refuses %j', (text) => {
    expect(isEmail(text)).toBe(false)
  })
})

describe('checkIdentification', () => {
  it.each([
    ['TAX_IDENTIFICATION_NUMBER', '999-000-001', '999000001'],
    ['NATIONAL_IDENTIFICATION_AUTHORITY', '19900101-00000-00012-00', '19900101000000001200'],
    ['VOTERS_NUMBER', 't-1234-5678-901-2', 'T123456789012'],
    ['DRIVING_LICENCE', '4000123456', '4000123456'],
    ['PASSPORT', 'tae 123456', 'TAE123456'],
    ['NO_IDENTIFICATION', 'whatever was typed', ''],
  ] as const)('accepts %s %j as %j', (type, text, normalized) => {
    expect(checkIdentification(type, text)).toEqual({ kind: 'ok', normalized })
  })

  it.each([
    ['TAX_IDENTIFICATION_NUMBER', '', 'CUSTOMER_TIN_INVALID'],
    ['TAX_IDENTIFICATION_NUMBER', '12345678', 'CUSTOMER_TIN_INVALID'],
    ['NATIONAL_IDENTIFICATION_AUTHORITY', '123', 'CUSTOMER_NIDA_INVALID'],
    ['VOTERS_NUMBER', '1234', 'CUSTOMER_ID_INVALID'],
    ['DRIVING_LICENCE', '', 'CUSTOMER_ID_INVALID'],
    ['PASSPORT', 'AB123456789012345678X', 'CUSTOMER_ID_INVALID'],
    ['PASSPORT', 'AB#12345', 'CUSTOMER_ID_INVALID'],
  ] as const)('refuses %s %j with %s (spec §5)', (type, text, code) => {
    expect(checkIdentification(type, text)).toEqual({ kind: 'refused', code })
  })

  it('gives a form that it accepts again unchanged', () => {
    fc.assert(
      fc.property(fc.constantFrom(...IDENTIFICATION_TYPES), fc.string({ maxLength: 30 }), (type, text) => {
        const once = checkIdentification(type, text)
        if (once.kind === 'ok') expect(checkIdentification(type, once.normalized)).toEqual(once)
      }),
    )
  })

  it('numbers the types as the authority does, 1 TIN to 6 none (TRA guide)', () => {
    expect(IDENTIFICATION_TYPES.map((type) => CUSTOMER_ID_TYPE_CODE[type])).toEqual([1, 2, 3, 4, 5, 6])
  })
})
