import { describe, expect, it } from 'vitest'
import {
  type ConversionForm,
  checkConversion,
  conversionFormOf,
} from '#domain/potential-clients/convert-client.ts'
import { CLIENT_STATUSES, isConvertible } from '#domain/potential-clients/potential-client.ts'

const REQUEST = {
  ...{ fullName: 'Rehema Mfano Juma', email: 'Rehema@client.example.tz', phone: '754000001' },
  ...{ companyName: 'Duka la Rehema', tin: '123456789', promoCode: '' },
}
const FORM: ConversionForm = { ...conversionFormOf(REQUEST), address: 'Mtaa wa Soko', serial: '99TZ000001' }

function refusalsOf(changed: Partial<ConversionForm>): string[] {
  const checked = checkConversion({ ...FORM, ...changed })
  return checked.ok ? [] : checked.refusals.map(({ path, code }) => `${path}: ${code}`)
}

describe('a registration request that becomes a company (spec §5: Company form, New user)', () => {
  it('fills the form as far as it says anything', () => {
    expect(conversionFormOf(REQUEST)).toMatchObject({
      ...{ organizationId: null, organizationName: 'Duka la Rehema', companyName: 'Duka la Rehema' },
      ...{ firstName: 'Rehema', lastName: 'Mfano Juma', username: 'rehema@client.example.tz' },
      ...{ address: '', serial: '' },
    })
  })

  it('gives organization, company and owner in stored form', () => {
    const checked = checkConversion(FORM)
    expect(checked).toMatchObject({
      ok: true,
      value: {
        organization: { name: 'Duka la Rehema', ownerName: 'Rehema Mfano Juma', ownerPhone: '+255754000001' },
        company: { phone: '+255754000001', serial: '99TZ000001' },
        owner: { username: 'rehema@client.example.tz', mobile: '754000001' },
      },
    })
    const joined = checkConversion({ ...FORM, organizationId: '7', organizationName: '' })
    expect(joined).toMatchObject({ ok: true, value: { organization: null } })
  })

  it.each([
    [{ organizationName: ' ' }, 'organizationName: ORGANIZATION_NAME_REQUIRED'],
    [{ organizationId: '' }, 'organizationId: COMPANY_ORGANIZATION_REQUIRED'],
    [{ companyName: '' }, 'companyName: COMPANY_NAME_REQUIRED'],
    [{ companyEmail: 'x' }, 'companyEmail: COMPANY_EMAIL_REQUIRED'],
    [{ companyPhone: '' }, 'companyPhone: COMPANY_PHONE_REQUIRED'],
    [{ tin: '12' }, 'tin: COMPANY_TIN_REQUIRED'],
    [{ address: '' }, 'address: COMPANY_ADDRESS_REQUIRED'],
    [{ serial: '' }, 'serial: COMPANY_SERIAL_REQUIRED'],
    [{ firstName: 'A' }, 'firstName: USER_FIRST_NAME_LENGTH'],
    [{ lastName: '' }, 'lastName: USER_LAST_NAME_LENGTH'],
    [{ username: ' a ' }, 'username: USER_USERNAME_LENGTH'],
    [{ email: 'a@b.c' }, 'email: USER_EMAIL_INVALID'],
    [{ mobile: '75' }, 'mobile: USER_MOBILE_INVALID'],
  ] as const)('refuses %j at its field, once', (changed, refusal) => {
    expect(refusalsOf(changed)).toEqual([refusal])
  })

  it('is possible for a new request and one that was contacted', () => {
    expect(CLIENT_STATUSES.filter(isConvertible)).toEqual(['new', 'contacted'])
  })
})
