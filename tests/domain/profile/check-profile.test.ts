import { describe, expect, it } from 'vitest'
import { checkNewEmail, checkProfilePhone, normalizeProfilePhone } from '#domain/profile/check-profile.ts'

const both = (email: string) => ({ newEmail: email, confirmEmail: email })
const ofLength = (length: number) => `${'a'.repeat(length - '@duka.tz'.length)}@duka.tz`

describe('a new email (spec §5, Profile)', () => {
  it('has at most 50 characters and is typed twice alike', () => {
    expect(checkNewEmail(both(ofLength(50)))).toEqual([])
    expect(checkNewEmail(both(ofLength(51)))).toEqual([{ path: 'newEmail', code: 'PROFILE_EMAIL_LENGTH' }])
    expect(checkNewEmail({ newEmail: 'asha@duka.tz', confirmEmail: 'asha@duka.co.tz' })).toEqual([
      { path: 'confirmEmail', code: 'PROFILE_EMAIL_MISMATCH' },
    ])
    expect(checkNewEmail({ newEmail: ' asha@duka.tz', confirmEmail: 'asha@duka.tz ' })).toEqual([])
  })

  it('is an address', () => {
    expect(checkNewEmail(both('asha'))).toEqual([{ path: 'newEmail', code: 'PROFILE_EMAIL_INVALID' }])
    expect(checkNewEmail(both(''))).toEqual([{ path: 'newEmail', code: 'PROFILE_EMAIL_INVALID' }])
  })
})

it('a phone has exactly 9 digits (spec §5, Profile)', () => {
  expect(checkProfilePhone(normalizeProfilePhone('754 000 001'))).toEqual([])
  for (const phone of ['', '75400000', '0754000001', '75400000a']) {
    expect(checkProfilePhone(normalizeProfilePhone(phone)), phone).toEqual([
      { path: 'phone', code: 'PROFILE_PHONE' },
    ])
  }
})
