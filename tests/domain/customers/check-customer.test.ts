import { describe, expect, it } from 'vitest'
import { type CustomerForm, checkCustomer } from '#domain/customers/check-customer.ts'

const form: CustomerForm = {
  name: '  Asha   Mfano ',
  identificationType: 'TAX_IDENTIFICATION_NUMBER',
  identificationNumber: '999-000-001',
  phone: '0700 000 101',
  email: ' asha@example.com ',
  vatRegistrationNumber: '99-000001-z',
}

describe('checkCustomer (spec §5)', () => {
  it('gives the fields in stored form', () => {
    expect(checkCustomer(form)).toEqual({
      ok: true,
      value: {
        name: 'Asha Mfano',
        identificationType: 'TAX_IDENTIFICATION_NUMBER',
        identificationNumber: '999000001',
        phone: '+255700000101',
        email: 'asha@example.com',
        vatRegistrationNumber: '99000001Z',
      },
    })
  })

  it('needs only a name and a type', () => {
    const least = {
      ...form,
      identificationType: 'NO_IDENTIFICATION',
      identificationNumber: 'x',
      phone: ' ',
      email: '',
      vatRegistrationNumber: '',
    } as const
    expect(checkCustomer(least)).toMatchObject({
      ok: true,
      value: { identificationNumber: '', phone: '', email: '' },
    })
  })

  it.each<[Partial<CustomerForm>, string, string]>([
    [{ name: '  ' }, 'name', 'CUSTOMER_NAME_REQUIRED'],
    [{ name: 'x'.repeat(101) }, 'name', 'CUSTOMER_NAME_TOO_LONG'],
    [{ identificationType: '' }, 'identificationType', 'CUSTOMER_ID_TYPE_REQUIRED'],
    [{ identificationNumber: '' }, 'identificationNumber', 'CUSTOMER_TIN_INVALID'],
    [
      { identificationType: 'PASSPORT', identificationNumber: 'A1' },
      'identificationNumber',
      'CUSTOMER_ID_INVALID',
    ],
    [
      { identificationType: 'NATIONAL_IDENTIFICATION_AUTHORITY' },
      'identificationNumber',
      'CUSTOMER_NIDA_INVALID',
    ],
    [{ phone: '123' }, 'phone', 'CUSTOMER_PHONE_INVALID'],
    [{ email: 'asha@' }, 'email', 'CUSTOMER_EMAIL_INVALID'],
    [{ vatRegistrationNumber: '12' }, 'vatRegistrationNumber', 'CUSTOMER_VRN_INVALID'],
  ])('refuses %j at %s with %s', (change, path, code) => {
    expect(checkCustomer({ ...form, ...change })).toEqual({ ok: false, refusals: [{ path, code }] })
  })

  it('gives every refusal at once', () => {
    const answer = checkCustomer({ ...form, name: '', identificationType: '', phone: '1', email: 'x' })
    expect(!answer.ok && answer.refusals.map(({ path }) => path)).toEqual([
      'name',
      'identificationType',
      'phone',
      'email',
    ])
  })
})
