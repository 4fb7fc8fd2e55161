import { DAY_MS, type Instant, instantMs } from '../calendar/east-africa.ts'
import { isDeviceSerial, normalizeDeviceSerial } from '../identity/device-serial.ts'
import type { FieldRefusal } from '../refusal.ts'

/** Most bytes of a certificate file: the authority's have a few kilobytes, one with a long chain a few tens. */
export const MAX_CERTIFICATE_BYTES = 64 * 1024
const MAX_PASSWORD = 128

export const CERTIFICATE_REFUSALS = [
  'CERTIFICATE_FILE_REQUIRED',
  'CERTIFICATE_TOO_LARGE',
  'CERTIFICATE_PASSWORD_REQUIRED',
  'CERTIFICATE_SERIAL_REQUIRED',
  'CERTIFICATE_UNREADABLE',
  'CERTIFICATE_PASSWORD_WRONG',
  'CERTIFICATE_KEY_MISMATCH',
  'CERTIFICATE_KEY_NOT_RSA',
  'CERTIFICATE_EXPIRED',
  'CERTIFICATE_IN_USE',
  'CERTIFICATE_OTHER_DEVICE',
] as const
export type CertificateRefusal = (typeof CERTIFICATE_REFUSALS)[number]

export type CertificateForm = {
  /** Bytes of the chosen file; `null`: none is chosen. */
  readonly size: number | null
  readonly password: string
  /** Serial of the fiscal device, as the authority gave it. */
  readonly deviceSerial: string
}

/** The errors in the form before the file is opened (spec §5: serial and certificate file are required). */
export function checkCertificateForm(form: CertificateForm): FieldRefusal<CertificateRefusal>[] {
  const refusals: FieldRefusal<CertificateRefusal>[] = []
  if (!isDeviceSerial(normalizeDeviceSerial(form.deviceSerial)))
    refusals.push({ path: 'deviceSerial', code: 'CERTIFICATE_SERIAL_REQUIRED' })
  if (form.size === null || form.size === 0)
    refusals.push({ path: 'file', code: 'CERTIFICATE_FILE_REQUIRED' })
  else if (form.size > MAX_CERTIFICATE_BYTES) refusals.push({ path: 'file', code: 'CERTIFICATE_TOO_LARGE' })
  if (form.password === '' || form.password.length > MAX_PASSWORD)
    refusals.push({ path: 'password', code: 'CERTIFICATE_PASSWORD_REQUIRED' })
  return refusals
}

/**
 * The errors of a certificate in a form whose serial is a field of the company: a serial that only the certificate
 * refuses is refused there too, else once.
 */
export function atCompanyFields<Code extends string>(
  certificate: readonly FieldRefusal<Code>[],
  company: readonly FieldRefusal<string>[],
): FieldRefusal<Code>[] {
  const isRefused = company.some(({ path }) => path === 'serial')
  return certificate.flatMap((refusal) => {
    if (refusal.path !== 'deviceSerial') return [refusal]
    return isRefused ? [] : [{ ...refusal, path: 'serial' }]
  })
}

/** Whole days until a certificate ends; 0 on its last day, negative afterwards. */
export function daysLeft(notAfter: Instant, now: Instant): number {
  return Math.floor((instantMs(notAfter) - instantMs(now)) / DAY_MS)
}

/** How many days before its end the warnings are given, in this order. */
export const CERTIFICATE_WARNING_DAYS = [60, 14] as const
