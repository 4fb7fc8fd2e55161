import { checkIdentification } from '../identity/check-identification.ts'
import type { IdentificationType } from '../identity/identification.ts'
import { normalizePhone } from '../identity/phone.ts'
import { normalizeVrn } from '../identity/vrn.ts'
import { oneLine } from '../text/one-line.ts'

type Fields = {
  readonly name: string
  readonly identificationType: IdentificationType
  readonly identificationNumber: string
  readonly phone: string
  readonly email: string
  readonly vatRegistrationNumber: string
}

/**
 * The stored form of a customer's fields: numbers bare, phone as E.164, text trimmed. A number that is not valid
 * stays as typed (trimmed): `identityRefusals` validates it.
 */
export function normalizeIdentity<T extends Fields>(customer: T): T {
  const checked = checkIdentification(customer.identificationType, customer.identificationNumber)
  return {
    ...customer,
    name: oneLine(customer.name),
    identificationNumber: checked.kind === 'ok' ? checked.normalized : customer.identificationNumber.trim(),
    phone: normalizePhone(customer.phone) ?? customer.phone.trim(),
    email: customer.email.trim(),
    vatRegistrationNumber:
      normalizeVrn(customer.vatRegistrationNumber) ?? customer.vatRegistrationNumber.trim(),
  }
}
