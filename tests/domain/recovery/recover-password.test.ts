import { describe, expect, it } from 'vitest'
import {
  checkOneTimeCode,
  checkPasswordReset,
  checkRecoveryEmail,
  decideOneTimeCode,
  normalizeOneTimeCode,
  OTP_LIFETIME_MS,
} from '#domain/recovery/recover-password.ts'

const issued = { failedAttempts: 0, expiresAt: OTP_LIFETIME_MS }

describe('a one-time code (spec §5: 6 digits, valid 1 hour, at most 3 attempts)', () => {
  it('has six digits, however they are spaced', () => {
    expect(checkOneTimeCode(normalizeOneTimeCode(' 048 213 '))).toEqual([])
    for (const text of ['', '04821', '0482134', '04821a', '٠٤٨٢١٣']) {
      expect(checkOneTimeCode(normalizeOneTimeCode(text)), text).toEqual([
        { path: 'code', code: 'OTP_SIX_DIGITS' },
      ])
    }
  })

  it('opens until the hour is over, and not at its end', () => {
    expect(decideOneTimeCode(issued, true, OTP_LIFETIME_MS - 1)).toEqual({ kind: 'accepted' })
    expect(decideOneTimeCode(issued, true, OTP_LIFETIME_MS)).toEqual({
      kind: 'refused',
      code: 'OTP_EXPIRED',
      failedAttempts: 0,
    })
  })

  it('says of each wrong attempt what is left (spec §8)', () => {
    const codes = []
    let failedAttempts = 0
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      const decision = decideOneTimeCode({ ...issued, failedAttempts }, false, 0)
      if (decision.kind === 'accepted') throw new Error('a wrong code was accepted')
      codes.push(decision.code)
      failedAttempts = decision.failedAttempts
    }
    expect(codes).toEqual([
      'OTP_INCORRECT',
      'OTP_INCORRECT_SECOND',
      'OTP_ATTEMPTS_EXCEEDED',
      'OTP_ATTEMPTS_EXCEEDED',
    ])
    expect(failedAttempts).toBe(3)
  })

  it('opens on the third attempt, and never after three wrong ones', () => {
    expect(decideOneTimeCode({ ...issued, failedAttempts: 2 }, true, 0)).toEqual({ kind: 'accepted' })
    expect(decideOneTimeCode({ ...issued, failedAttempts: 3 }, true, 0)).toMatchObject({
      code: 'OTP_ATTEMPTS_EXCEEDED',
    })
  })
})

describe('the forms of recovery (spec §8)', () => {
  it('requires an email', () => {
    expect(checkRecoveryEmail(' asha@example.tz ')).toEqual([])
    for (const email of ['', 'asha', 'asha@', 'asha@duka']) {
      expect(checkRecoveryEmail(email), email).toEqual([{ path: 'email', code: 'RESET_EMAIL_INVALID' }])
    }
  })

  it('names a blank user name and a blank password', () => {
    expect(checkPasswordReset({ verification: ' ', newPassword: '', confirmPassword: '' })).toEqual([
      { path: 'verification', code: 'RESET_USERNAME_REQUIRED' },
      { path: 'newPassword', code: 'RESET_PASSWORD_REQUIRED' },
    ])
  })

  it('holds the new password to the rules of a new password (spec §5)', () => {
    const form = { verification: 'x', newPassword: 'Safari!2027', confirmPassword: 'Safari!2027' }
    expect(checkPasswordReset(form)).toEqual([])
    expect(checkPasswordReset({ ...form, newPassword: 'abc', confirmPassword: 'abd' })).toEqual([
      { path: 'newPassword', code: 'PASSWORD_LENGTH' },
      { path: 'newPassword', code: 'PASSWORD_UPPER' },
      { path: 'newPassword', code: 'PASSWORD_DIGIT' },
      { path: 'newPassword', code: 'PASSWORD_SPECIAL' },
      { path: 'confirmPassword', code: 'PASSWORD_MISMATCH' },
    ])
  })
})
