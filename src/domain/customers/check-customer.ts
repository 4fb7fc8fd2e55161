import type { FiscalDay } from '../calendar/east-africa.ts'
import { IDENTIFICATION_TYPES } from '../identity/identification.ts'
import type { FieldRefusal } from '../refusal.ts'
import { ok, type Result, refuse } from '../result.ts'
import { oneLine } from '../text/one-line.ts'
import type { Customer } from './customer.ts'
import { type CustomerIdentity, IDENTITY_REFUSALS, identityRefusals } from './identity-refusals.ts'
import { normalizeIdentity } from './normalize-identity.ts'

/** The longest customer name that the authority's receipt accepts. */
export const MAX_CUSTOMER_NAME = 100

export const CUSTOMER_REFUSALS = [
  'CUSTOMER_NAME_REQUIRED',
  'CUSTOMER_NAME_TOO_LONG',
  ...IDENTITY_REFUSALS,
] as const
export type CustomerRefusal = (typeof CUSTOMER_REFUSALS)[number]

/** The customer form as typed. */
export type CustomerForm = CustomerIdentity & { readonly name: string }

/** The fields of a customer that a person enters, in stored form. */
export type CustomerFields = Pick<
  Customer,
  'name' | 'identificationType' | 'identificationNumber' | 'phone' | 'email' | 'vatRegistrationNumber'
>

/** Validates the customer form (spec §5): the fields in stored form, or every refusal at its field. */
export function checkCustomer(
  form: CustomerForm,
  today?: FiscalDay,
): Result<CustomerFields, CustomerRefusal> {
  const refusals: FieldRefusal<CustomerRefusal>[] = []
  const name = oneLine(form.name)
  if (name === '') refusals.push({ path: 'name', code: 'CUSTOMER_NAME_REQUIRED' })
  if (name.length > MAX_CUSTOMER_NAME) refusals.push({ path: 'name', code: 'CUSTOMER_NAME_TOO_LONG' })
  refusals.push(...identityRefusals(form, today))
  const identificationType = IDENTIFICATION_TYPES.find((known) => known === form.identificationType)
  if (refusals.length > 0 || identificationType === undefined) return refuse(refusals)
  const { identificationNumber, phone, email, vatRegistrationNumber } = form
  return ok(
    normalizeIdentity({
      name,
      identificationType,
      identificationNumber,
      phone,
      email,
      vatRegistrationNumber,
    }),
  )
}
