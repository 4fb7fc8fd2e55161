import { describe, expect, it } from 'vitest'
import { checkOrganization, type OrganizationFields } from '#domain/organizations/check-organization.ts'

const FORM: OrganizationFields = {
  name: ' Umoja  Mfano ',
  ownerName: 'Neema Mfano',
  ownerPhone: '0700 000 101',
  ownerEmail: ' neema@example.com ',
}

describe('checkOrganization (spec §3)', () => {
  it('gives the fields in stored form', () => {
    expect(checkOrganization(FORM)).toEqual({
      ok: true,
      value: {
        name: 'Umoja Mfano',
        ownerName: 'Neema Mfano',
        ownerPhone: '+255700000101',
        ownerEmail: 'neema@example.com',
      },
    })
  })

  it.each<[Partial<OrganizationFields>, string, string]>([
    [{ name: '' }, 'name', 'ORGANIZATION_NAME_REQUIRED'],
    [{ name: 'x'.repeat(101) }, 'name', 'ORGANIZATION_NAME_TOO_LONG'],
    [{ ownerName: ' ' }, 'ownerName', 'ORGANIZATION_OWNER_NAME_REQUIRED'],
    [{ ownerPhone: '12345678' }, 'ownerPhone', 'ORGANIZATION_OWNER_PHONE_REQUIRED'],
    [{ ownerEmail: 'neema' }, 'ownerEmail', 'ORGANIZATION_OWNER_EMAIL_REQUIRED'],
  ])('refuses %j', (changed, path, code) => {
    expect(checkOrganization({ ...FORM, ...changed })).toEqual({ ok: false, refusals: [{ path, code }] })
  })
})
