import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { checkVendorForm, type VendorForm } from '#domain/vendors/check-vendor-form.ts'

const form: VendorForm = {
  name: ' Duka  la Mfano ',
  taxNumber: '999-000-803',
  vatNumber: '40-999-0803A',
  serial: '10 TZ 100100',
  phone: '0700 000 101',
  address: ' S.L.P 1  Dodoma ',
  foreign: false,
}

describe('checkVendorForm', () => {
  it('gives the fields in stored form: numbers bare, the phone as E.164', () => {
    expect(checkVendorForm({ ...form, vatNumber: '40-999-0803' }, DEFAULT_SETTINGS)).toEqual({
      ok: true,
      value: {
        name: 'Duka la Mfano',
        taxNumber: '999000803',
        vatNumber: '409990803',
        serial: '10TZ100100',
        phone: '+255700000101',
        address: 'S.L.P 1 Dodoma',
        foreign: false,
      },
    })
  })

  it('asks for no more than a name: market traders have no numbers (tanzania-facts §11.3)', () => {
    const bare = { ...form, taxNumber: '', vatNumber: '', serial: '', phone: '', address: '' }
    expect(checkVendorForm(bare, DEFAULT_SETTINGS).ok).toBe(true)
  })

  it.each<[Partial<VendorForm>, string, string]>([
    [{ name: ' ' }, 'name', 'VENDOR_NAME_REQUIRED'],
    [{ name: 'x'.repeat(101) }, 'name', 'VENDOR_NAME_TOO_LONG'],
    [{ taxNumber: '99900080' }, 'taxNumber', 'VENDOR_TAX_NUMBER_EXACT'],
    [{ taxNumber: '9990008033' }, 'taxNumber', 'VENDOR_TAX_NUMBER_EXACT'],
    [{ vatNumber: '12345678' }, 'vatNumber', 'VENDOR_VAT_NUMBER_EXACT'],
    [{ phone: '12345678' }, 'phone', 'VENDOR_PHONE_INVALID'],
    [{ phone: '1234567890123456' }, 'phone', 'VENDOR_PHONE_INVALID'],
    [{ serial: '123456789' }, 'serial', 'VENDOR_SERIAL_SHORT'],
    [{ address: 'x'.repeat(201) }, 'address', 'VENDOR_ADDRESS_TOO_LONG'],
  ])('refuses %j at %s with %s (spec §5)', (change, path, code) => {
    const written = { ...form, vatNumber: '', ...change }
    expect(checkVendorForm(written, DEFAULT_SETTINGS)).toEqual({ ok: false, refusals: [{ path, code }] })
  })

  it('takes the other readings where the company chose them (spec §5)', () => {
    const other = { ...DEFAULT_SETTINGS, vendorTaxNumber: 'min9', vendorSerial: 'max10' } as const
    const written = { ...form, vatNumber: '', taxNumber: '9990008033', serial: '123' }
    expect(checkVendorForm(written, other).ok).toBe(true)
    expect(checkVendorForm({ ...written, taxNumber: '12345678' }, other)).toMatchObject({
      refusals: [{ path: 'taxNumber', code: 'VENDOR_TAX_NUMBER_SHORT' }],
    })
    expect(checkVendorForm({ ...written, serial: '12345678901' }, other)).toMatchObject({
      refusals: [{ path: 'serial', code: 'VENDOR_SERIAL_LONG' }],
    })
  })

  it('takes 9 to 20 letters or digits as the tax number of a foreign vendor (tanzania-facts §11.3)', () => {
    const foreign = { ...form, vatNumber: '', foreign: true }
    for (const taxNumber of ['P051234567A', '123456789', 'A'.repeat(20)]) {
      expect(checkVendorForm({ ...foreign, taxNumber }, DEFAULT_SETTINGS).ok).toBe(true)
    }
    for (const taxNumber of ['A1234567', 'A'.repeat(21)]) {
      expect(checkVendorForm({ ...foreign, taxNumber }, DEFAULT_SETTINGS)).toEqual({
        ok: false,
        refusals: [{ path: 'taxNumber', code: 'VENDOR_TAX_NUMBER_FOREIGN' }],
      })
    }
  })

  it('does not judge numbers again that are as recorded, whatever reading was chosen since', () => {
    const recorded = { ...form, name: 'Duka', vatNumber: '', serial: '10TZ1001001', phone: '' }
    const short = { ...DEFAULT_SETTINGS, vendorSerial: 'max10' } as const
    expect(checkVendorForm(recorded, short, { ...recorded, taxNumber: '999000803' }).ok).toBe(true)
    expect(checkVendorForm({ ...recorded, serial: '10TZ1001002' }, short, recorded)).toEqual({
      ok: false,
      refusals: [{ path: 'serial', code: 'VENDOR_SERIAL_LONG' }],
    })
    expect(checkVendorForm(recorded, short).ok).toBe(false)
  })
})
