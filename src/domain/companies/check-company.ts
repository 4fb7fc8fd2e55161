import { bareNumber } from '../identity/bare-number.ts'
import { isDeviceSerial, normalizeDeviceSerial } from '../identity/device-serial.ts'
import { isEmail } from '../identity/email.ts'
import { normalizePhone } from '../identity/phone.ts'
import { normalizeOwnTin, normalizeTin } from '../identity/tin.ts'
import { normalizeVrn } from '../identity/vrn.ts'
import type { FieldRefusal } from '../refusal.ts'
import { ok, type Result, refuse } from '../result.ts'
import { oneLine } from '../text/one-line.ts'
import type { Company } from './company.ts'

const MAX_COMPANY_NAME = 100
const MAX_ADDRESS = 200

export const COMPANY_REFUSALS = [
  'COMPANY_ORGANIZATION_REQUIRED',
  'COMPANY_NAME_REQUIRED',
  'COMPANY_TIN_REQUIRED',
  'COMPANY_VRN_INVALID',
  'COMPANY_EMAIL_REQUIRED',
  'COMPANY_PHONE_REQUIRED',
  'COMPANY_ADDRESS_REQUIRED',
  'COMPANY_ADDRESS_TOO_LONG',
  'COMPANY_SERIAL_REQUIRED',
  'COMPANY_SERIAL_INVALID',
  'COMPANY_NAME_TOO_LONG',
] as const
export type CompanyRefusal = (typeof COMPANY_REFUSALS)[number]

/** The fields of a company that a person enters; the certificate file is uploaded separately. */
export type CompanyFields = Pick<
  Company,
  'organizationId' | 'name' | 'tin' | 'vrn' | 'email' | 'phone' | 'address'
> & {
  /** Serial number of the fiscal device, as assigned by the authority. */
  readonly serial: string
}

/** The contact details of a company; the owner may change them without an administrator. */
export type CompanyContact = Pick<CompanyFields, 'email' | 'phone' | 'address'>

function contactRefusals(form: CompanyContact): FieldRefusal<CompanyRefusal>[] {
  const refusals: FieldRefusal<CompanyRefusal>[] = []
  const address = oneLine(form.address)
  if (!isEmail(form.email.trim())) refusals.push({ path: 'email', code: 'COMPANY_EMAIL_REQUIRED' })
  if (normalizePhone(form.phone) === undefined)
    refusals.push({ path: 'phone', code: 'COMPANY_PHONE_REQUIRED' })
  if (address === '') refusals.push({ path: 'address', code: 'COMPANY_ADDRESS_REQUIRED' })
  if (address.length > MAX_ADDRESS) refusals.push({ path: 'address', code: 'COMPANY_ADDRESS_TOO_LONG' })
  return refusals
}

function storedContact(form: CompanyContact): CompanyContact {
  return {
    email: form.email.trim(),
    phone: normalizePhone(form.phone) ?? form.phone,
    address: oneLine(form.address),
  }
}

/** Validates the contact data of a company (spec §5): the fields in stored form, or every refusal at its field. */
export function checkCompanyContact(form: CompanyContact): Result<CompanyContact, CompanyRefusal> {
  const refusals = contactRefusals(form)
  return refusals.length > 0 ? refuse(refusals) : ok(storedContact(form))
}

/**
 * Validates the company form (spec §5: organization, name, TIN of 9 digits, email, phone of 9 digits, address and
 * serial are required): the fields in stored form, or every refusal at its field. The VRN is optional (spec §3).
 * `stored`: the TIN and the serial that the company has already. They stay accepted: earlier versions took the TIN of
 * people abroad, and serials of up to 20 characters.
 */
export function checkCompany(
  form: CompanyFields,
  stored?: Pick<CompanyFields, 'tin' | 'serial'>,
): Result<CompanyFields, CompanyRefusal> {
  const refusals: FieldRefusal<CompanyRefusal>[] = []
  const name = oneLine(form.name)
  const typedTin = normalizeTin(form.tin)
  const tin = typedTin === stored?.tin ? typedTin : normalizeOwnTin(form.tin)
  const vrn = bareNumber(form.vrn)
  const serial = normalizeDeviceSerial(form.serial)
  if (form.organizationId === '')
    refusals.push({ path: 'organizationId', code: 'COMPANY_ORGANIZATION_REQUIRED' })
  if (name === '') refusals.push({ path: 'name', code: 'COMPANY_NAME_REQUIRED' })
  if (name.length > MAX_COMPANY_NAME) refusals.push({ path: 'name', code: 'COMPANY_NAME_TOO_LONG' })
  if (tin === undefined) refusals.push({ path: 'tin', code: 'COMPANY_TIN_REQUIRED' })
  if (vrn !== '' && normalizeVrn(vrn) === undefined)
    refusals.push({ path: 'vrn', code: 'COMPANY_VRN_INVALID' })
  refusals.push(...contactRefusals(form))
  if (serial === '') refusals.push({ path: 'serial', code: 'COMPANY_SERIAL_REQUIRED' })
  else if (serial !== stored?.serial && !isDeviceSerial(serial))
    refusals.push({ path: 'serial', code: 'COMPANY_SERIAL_INVALID' })
  if (refusals.length > 0 || tin === undefined) return refuse(refusals)
  return ok({ organizationId: form.organizationId, name, tin, vrn, serial, ...storedContact(form) })
}
