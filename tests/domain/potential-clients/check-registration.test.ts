import { describe, expect, it } from 'vitest'
import { checkRegistration, normalizeRegistration } from '#domain/potential-clients/check-registration.ts'
import { CLIENT_STATUSES, nextClientStatuses } from '#domain/potential-clients/potential-client.ts'

const form = {
  fullName: 'Asha Mfano',
  email: 'asha@example.tz',
  phone: '754000001',
  companyName: 'Duka Jipya',
  tin: '123456789',
  promoCode: '',
}
const codesOf = (changed: Partial<typeof form>) =>
  checkRegistration(normalizeRegistration({ ...form, ...changed })).map(({ code }) => code)

describe('a registration request (spec §5, Registration)', () => {
  it('passes when every rule is kept, however numbers are spaced', () => {
    expect(codesOf({})).toEqual([])
    expect(codesOf({ phone: '754 000 001', tin: '123-456-789', promoCode: ' abc123 ' })).toEqual([])
  })

  it.each([
    ['fullName', 'Asha', 'REGISTRATION_FULL_NAME'],
    ['fullName', 'A'.repeat(51), 'REGISTRATION_FULL_NAME'],
    ['email', 'asha', 'REGISTRATION_EMAIL'],
    ['phone', '75400000', 'REGISTRATION_PHONE'],
    ['phone', '0754000001', 'REGISTRATION_PHONE'],
    ['companyName', 'Duka', 'REGISTRATION_COMPANY_NAME'],
    ['companyName', 'D'.repeat(101), 'REGISTRATION_COMPANY_NAME_TOO_LONG'],
    ['tin', '12345678', 'REGISTRATION_TIN'],
    ['tin', '1234567890', 'REGISTRATION_TIN'],
    // That of all who live abroad (tanzania-facts §1).
    ['tin', '999-999-999', 'REGISTRATION_TIN'],
    ['promoCode', 'ABC12', 'REGISTRATION_PROMO_CODE'],
    ['promoCode', 'ABC-12', 'REGISTRATION_PROMO_CODE'],
    ['promoCode', 'ABC1234', 'REGISTRATION_PROMO_CODE'],
  ] as const)('refuses %s %j', (path, text, code) => {
    expect(codesOf({ [path]: text })).toEqual([code])
  })

  it.each(['Neema', 'N'.repeat(50)])('takes the full name %j at the edges of 5 to 50', (fullName) => {
    expect(codesOf({ fullName })).toEqual([])
  })
})

describe('a potential client', () => {
  it('that became a client stays one', () => {
    for (const status of CLIENT_STATUSES) expect(nextClientStatuses(status)).not.toContain(status)
    expect(nextClientStatuses('converted')).toEqual([])
  })

  it('that was declined can be taken up again', () => {
    expect(nextClientStatuses('declined')).toEqual(['contacted'])
  })
})
