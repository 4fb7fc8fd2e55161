import { describe, expect, test } from 'vitest'
import { checkNewUser, checkUser, type NewUserFields, normalizeUser } from '#domain/users/check-user.ts'

const GOOD: NewUserFields = {
  firstName: 'Zawadi',
  lastName: 'Mfano',
  username: 'zawadi',
  email: 'zawadi@example.test',
  mobile: '754000009',
  userType: 'operator',
  organizationId: 'o',
  companyId: 'c',
}

function refused(change: Partial<NewUserFields>): string[] {
  return checkNewUser(normalizeUser({ ...GOOD, ...change })).map(({ path, code }) => `${path} ${code}`)
}

const of = (length: number) => 'a'.repeat(length)

describe('a new user (spec §5, New user; Operator creation)', () => {
  test('that keeps every rule is accepted', () => {
    expect(refused({})).toEqual([])
  })

  test.each([
    ['firstName', 'USER_FIRST_NAME_LENGTH', [of(3), of(50), ` ${of(3)} `], ['', of(2), of(51), ' aa ']],
    ['lastName', 'USER_LAST_NAME_LENGTH', [of(3), of(50)], ['', of(2), of(51)]],
    ['username', 'USER_USERNAME_LENGTH', [of(3), of(100)], ['', of(2), of(101), '  a  ']],
    [
      'email',
      'USER_EMAIL_INVALID',
      ['ab@example.tz', `${of(64)}@${of(32)}.tz`],
      ['', 'a@exampl.tz', `${of(64)}@${of(33)}.tz`, 'not an address', 'a@b@example.test'],
    ],
    [
      'mobile',
      'USER_MOBILE_INVALID',
      ['754000009', '754 000 009'],
      ['', '75400000', '0754000009', '75400000a'],
    ],
    ['userType', 'USER_TYPE_REQUIRED', ['operator', 'company_owner'], ['']],
    ['organizationId', 'USER_ORGANIZATION_REQUIRED', ['o'], [null]],
    ['companyId', 'USER_COMPANY_REQUIRED', ['c'], [null]],
  ] as const)('%s: %s', (field, code, good, bad) => {
    for (const value of good) expect(refused({ [field]: value }), String(value)).toEqual([])
    for (const value of bad) expect(refused({ [field]: value }), String(value)).toEqual([`${field} ${code}`])
  })

  test('an organization admin works for no company', () => {
    expect(refused({ userType: 'organization_admin', companyId: null })).toEqual([])
  })

  test('every error is reported at once, at its field', () => {
    const empty = { firstName: '', lastName: '', email: '', mobile: '' }
    expect(checkUser(empty).map(({ path }) => path)).toEqual(['firstName', 'lastName', 'email', 'mobile'])
  })
})
