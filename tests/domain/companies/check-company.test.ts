import { describe, expect, it } from 'vitest'
import { type CompanyFields, checkCompany, checkCompanyContact } from '#domain/companies/check-company.ts'

const FORM: CompanyFields = {
  organizationId: 'organization-1',
  name: ' Duka  la Mfano ',
  tin: '999-000-001',
  vrn: '99-000001-z',
  email: ' duka@example.com ',
  phone: '700000101',
  address: 'Kariakoo,\nDar es Salaam',
  serial: '99tz 000001',
}

function codes(changed: Partial<CompanyFields>): string[] {
  const checked = checkCompany({ ...FORM, ...changed })
  return checked.ok ? [] : checked.refusals.map(({ path, code }) => `${path} ${code}`)
}

describe('checkCompany (spec §5, company form)', () => {
  it('gives the fields in stored form', () => {
    expect(checkCompany(FORM)).toEqual({
      ok: true,
      value: {
        organizationId: 'organization-1',
        name: 'Duka la Mfano',
        tin: '999000001',
        vrn: '99000001Z',
        email: 'duka@example.com',
        phone: '+255700000101',
        address: 'Kariakoo, Dar es Salaam',
        serial: '99TZ000001',
      },
    })
  })

  it.each<[Partial<CompanyFields>, string]>([
    [{ organizationId: '' }, 'organizationId COMPANY_ORGANIZATION_REQUIRED'],
    [{ name: '  ' }, 'name COMPANY_NAME_REQUIRED'],
    [{ name: 'x'.repeat(101) }, 'name COMPANY_NAME_TOO_LONG'],
    [{ tin: '99900000' }, 'tin COMPANY_TIN_REQUIRED'],
    [{ tin: '9990000012' }, 'tin COMPANY_TIN_REQUIRED'],
    [{ tin: '' }, 'tin COMPANY_TIN_REQUIRED'],
    // That of all who live abroad (tanzania-facts §1).
    [{ tin: '999-999-999' }, 'tin COMPANY_TIN_REQUIRED'],
    [{ vrn: '9900001Z' }, 'vrn COMPANY_VRN_INVALID'],
    [{ email: 'duka@' }, 'email COMPANY_EMAIL_REQUIRED'],
    [{ phone: '70000010' }, 'phone COMPANY_PHONE_REQUIRED'],
    [{ phone: '' }, 'phone COMPANY_PHONE_REQUIRED'],
    [{ address: '' }, 'address COMPANY_ADDRESS_REQUIRED'],
    [{ address: 'x'.repeat(201) }, 'address COMPANY_ADDRESS_TOO_LONG'],
    [{ serial: ' ' }, 'serial COMPANY_SERIAL_REQUIRED'],
    [{ serial: '99TZ/01' }, 'serial COMPANY_SERIAL_INVALID'],
    [{ serial: '9'.repeat(15) }, 'serial COMPANY_SERIAL_INVALID'],
  ])('refuses %j', (changed, refusal) => {
    expect(codes(changed)).toEqual([refusal])
  })

  it('takes the longer serial that the company has already, and no other one', () => {
    const [serial, other] = ['9'.repeat(20), '8'.repeat(20)]
    const stored = { tin: '999000001', serial }
    expect(checkCompany({ ...FORM, serial }, stored)).toMatchObject({ ok: true })
    expect(checkCompany({ ...FORM, serial: other }, stored)).toMatchObject({
      refusals: [{ path: 'serial', code: 'COMPANY_SERIAL_INVALID' }],
    })
  })

  it('takes the TIN of people abroad from a company that has it already, and from no other one', () => {
    const [own, abroad] = ['999000001', '999999999']
    const stored = (tin: string) => ({ tin, serial: '99TZ000001' })
    expect(checkCompany({ ...FORM, tin: '999-999-999' }, stored(abroad))).toMatchObject({
      value: { tin: abroad },
    })
    expect(checkCompany({ ...FORM, tin: own }, stored(abroad))).toMatchObject({ value: { tin: own } })
    expect(checkCompany({ ...FORM, tin: abroad }, stored(own))).toMatchObject({
      refusals: [{ path: 'tin', code: 'COMPANY_TIN_REQUIRED' }],
    })
  })

  it('takes a company without VAT registration', () => {
    expect(codes({ vrn: '' })).toEqual([])
  })
})

describe('checkCompanyContact (spec §5, company form)', () => {
  it('judges only what the owner may change', () => {
    expect(checkCompanyContact({ email: '', phone: '', address: '' })).toEqual({
      ok: false,
      refusals: [
        { path: 'email', code: 'COMPANY_EMAIL_REQUIRED' },
        { path: 'phone', code: 'COMPANY_PHONE_REQUIRED' },
        { path: 'address', code: 'COMPANY_ADDRESS_REQUIRED' },
      ],
    })
  })
})
