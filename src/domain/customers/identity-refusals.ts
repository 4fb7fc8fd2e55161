import type { FiscalDay } from '../calendar/east-africa.ts'
import { checkIdentification, IDENTIFICATION_REFUSALS } from '../identity/check-identification.ts'
import { isEmail } from '../identity/email.ts'
import { IDENTIFICATION_TYPES, type IdentificationType } from '../identity/identification.ts'
import { normalizePhone } from '../identity/phone.ts'
import { normalizeVrn } from '../identity/vrn.ts'
import type { FieldRefusal } from '../refusal.ts'

export const IDENTITY_REFUSALS = [
  'CUSTOMER_ID_TYPE_REQUIRED',
  ...IDENTIFICATION_REFUSALS,
  'CUSTOMER_PHONE_INVALID',
  'CUSTOMER_EMAIL_INVALID',
  'CUSTOMER_VRN_INVALID',
] as const
export type IdentityRefusal = (typeof IDENTITY_REFUSALS)[number]

/** The identity and contact details of a customer, as typed; the type is empty until one is chosen. */
export type CustomerIdentity = {
  readonly identificationType: IdentificationType | ''
  readonly identificationNumber: string
  readonly phone: string
  readonly email: string
  readonly vatRegistrationNumber: string
}

/**
 * The errors in a customer's numbers and addresses (spec §5), the same on the customer form and on an invoice. Phone,
 * e-mail and VAT number may be empty.
 */
export function identityRefusals(
  customer: CustomerIdentity,
  today?: FiscalDay,
): FieldRefusal<IdentityRefusal>[] {
  const found: FieldRefusal<IdentityRefusal>[] = []
  const type = IDENTIFICATION_TYPES.find((known) => known === customer.identificationType)
  if (type === undefined) {
    found.push({ path: 'identificationType', code: 'CUSTOMER_ID_TYPE_REQUIRED' })
  } else {
    const checked = checkIdentification(type, customer.identificationNumber, today)
    if (checked.kind === 'refused') found.push({ path: 'identificationNumber', code: checked.code })
  }
  if (customer.phone.trim() !== '' && normalizePhone(customer.phone) === undefined) {
    found.push({ path: 'phone', code: 'CUSTOMER_PHONE_INVALID' })
  }
  if (customer.email.trim() !== '' && !isEmail(customer.email.trim())) {
    found.push({ path: 'email', code: 'CUSTOMER_EMAIL_INVALID' })
  }
  const vrn = customer.vatRegistrationNumber
  if (vrn.trim() !== '' && normalizeVrn(vrn) === undefined) {
    found.push({ path: 'vatRegistrationNumber', code: 'CUSTOMER_VRN_INVALID' })
  }
  return found
}
