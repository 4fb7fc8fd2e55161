import { describe, expect, test } from 'vitest'
import type { Instant } from '#domain/calendar/east-africa.ts'
import {
  atCompanyFields,
  checkCertificateForm,
  daysLeft,
  MAX_CERTIFICATE_BYTES,
} from '#domain/fiscal/certificate.ts'

const form = { size: 3_000, password: 'siri', deviceSerial: '10TZ199999' }

describe('the form of a certificate (spec §5: serial and certificate file are required)', () => {
  test('takes a file with its password and the serial as people write it', () => {
    expect(checkCertificateForm(form)).toEqual([])
    expect(checkCertificateForm({ ...form, deviceSerial: ' 10tz-199999 ' })).toEqual([])
    expect(checkCertificateForm({ ...form, size: MAX_CERTIFICATE_BYTES })).toEqual([])
  })

  test.each([
    [{ size: null }, 'file', 'CERTIFICATE_FILE_REQUIRED'],
    [{ size: 0 }, 'file', 'CERTIFICATE_FILE_REQUIRED'],
    [{ size: MAX_CERTIFICATE_BYTES + 1 }, 'file', 'CERTIFICATE_TOO_LARGE'],
    [{ password: '' }, 'password', 'CERTIFICATE_PASSWORD_REQUIRED'],
    [{ deviceSerial: ' ' }, 'deviceSerial', 'CERTIFICATE_SERIAL_REQUIRED'],
    [{ deviceSerial: '10TZ1999990000X' }, 'deviceSerial', 'CERTIFICATE_SERIAL_REQUIRED'],
  ])('%j is refused at its field', (change, path, code) => {
    expect(checkCertificateForm({ ...form, ...change })).toEqual([{ path, code }])
  })
})

test('in the form of a company the serial is refused at its field there, and once', () => {
  const long = checkCertificateForm({ ...form, password: '', deviceSerial: '10TZ1999990000X' })
  expect(atCompanyFields(long, [])).toEqual([
    { path: 'serial', code: 'CERTIFICATE_SERIAL_REQUIRED' },
    { path: 'password', code: 'CERTIFICATE_PASSWORD_REQUIRED' },
  ])
  expect(atCompanyFields(long, [{ path: 'serial', code: 'COMPANY_SERIAL_INVALID' }])).toEqual([
    { path: 'password', code: 'CERTIFICATE_PASSWORD_REQUIRED' },
  ])
})

describe('the days a certificate has left', () => {
  test('days are whole, 0 on the last one', () => {
    const now = '2026-11-21T10:00:00.000Z' as Instant
    expect(daysLeft('2026-12-05T10:00:00.000Z' as Instant, now)).toBe(14)
    expect(daysLeft('2026-11-21T12:00:00.000Z' as Instant, now)).toBe(0)
    expect(daysLeft('2026-11-21T09:00:00.000Z' as Instant, now)).toBe(-1)
  })
})
