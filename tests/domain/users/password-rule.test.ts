import { describe, expect, it } from 'vitest'
import { checkLogin } from '#domain/users/login-form.ts'
import { checkCurrentPassword, checkNewPassword, checkPasswordChange } from '#domain/users/password-rule.ts'

describe('checkNewPassword (spec §5: 6 to 20 characters, capital, digit, lowercase, special)', () => {
  it.each(['Aa1#bc', 'Karibu#2026', `Aa1#${'x'.repeat(16)}`, 'Ñandú-9'])('accepts %s', (password) => {
    expect(checkNewPassword(password)).toEqual([])
  })

  it.each([
    ['Aa1#b', ['PASSWORD_LENGTH']],
    [`Aa1#${'x'.repeat(17)}`, ['PASSWORD_LENGTH']],
    ['karibu#2026', ['PASSWORD_UPPER']],
    ['KARIBU#2026', ['PASSWORD_LOWER']],
    ['Karibu#sana', ['PASSWORD_DIGIT']],
    ['Karibu2026', ['PASSWORD_SPECIAL']],
    ['Karibu 2026', ['PASSWORD_SPECIAL']],
    ['', ['PASSWORD_LENGTH', 'PASSWORD_UPPER', 'PASSWORD_LOWER', 'PASSWORD_DIGIT', 'PASSWORD_SPECIAL']],
  ])('finds in %j: %j', (password, codes) => {
    expect(checkNewPassword(password)).toEqual(codes)
  })

  it('compares the confirmation when there is one', () => {
    expect(checkNewPassword('Karibu#2026', 'Karibu#2026')).toEqual([])
    expect(checkNewPassword('Karibu#2026', 'Karibu#2027')).toEqual(['PASSWORD_MISMATCH'])
  })
})

describe('checkCurrentPassword (two readings of spec §5)', () => {
  it.each([
    ['required', '', ['PASSWORD_CURRENT_REQUIRED']],
    ['required', 'abc', []],
    ['required', 'x'.repeat(128), []],
    ['required', 'x'.repeat(129), ['PASSWORD_CURRENT_LENGTH']],
    ['len5to20', '', ['PASSWORD_CURRENT_REQUIRED']],
    ['len5to20', 'abcd', ['PASSWORD_CURRENT_LENGTH']],
    ['len5to20', 'abcde', []],
    ['len5to20', 'x'.repeat(20), []],
    ['len5to20', 'x'.repeat(21), ['PASSWORD_CURRENT_LENGTH']],
  ] as const)('under %s finds in %j: %j', (rule, password, codes) => {
    expect(checkCurrentPassword(password, rule)).toEqual(codes)
  })
})

describe('checkPasswordChange', () => {
  const change = (currentPassword: string, newPassword: string, confirmPassword = newPassword) =>
    checkPasswordChange({ currentPassword, newPassword, confirmPassword }, 'required')

  it('names every fault at its field', () => {
    expect(change('Karibu#2025', 'Karibu#2026')).toEqual([])
    expect(change('', 'Karibu2026', 'Karibu2027')).toEqual([
      { path: 'currentPassword', code: 'PASSWORD_CURRENT_REQUIRED' },
      { path: 'newPassword', code: 'PASSWORD_SPECIAL' },
      { path: 'confirmPassword', code: 'PASSWORD_MISMATCH' },
    ])
  })

  it('a new password is not the current one again', () => {
    expect(change('Karibu#2026', 'Karibu#2026')).toEqual([
      { path: 'newPassword', code: 'PASSWORD_CURRENT_REUSED' },
    ])
    expect(change('', '').map(({ code }) => code)).not.toContain('PASSWORD_CURRENT_REUSED')
  })
})

describe('checkLogin (spec §5: username and password are required)', () => {
  it('names what is missing', () => {
    expect(checkLogin({ username: ' ', password: '' }).map(({ path, code }) => [path, code])).toEqual([
      ['username', 'LOGIN_USERNAME_REQUIRED'],
      ['password', 'LOGIN_PASSWORD_REQUIRED'],
    ])
    expect(checkLogin({ username: 'asha', password: ' ' })).toEqual([])
    expect(checkLogin({ username: 'asha', password: ' ', code: ' ' })).toEqual([
      { path: 'code', code: 'SECOND_FACTOR_REQUIRED' },
    ])
    expect(checkLogin({ username: 'asha', password: ' ', code: '123456' })).toEqual([])
  })
})
