import type { Customer } from '#domain/customers/customer.ts'
import { nidaText } from '#domain/identity/nida.ts'
import { phoneText } from '#domain/identity/phone.ts'
import { tinText } from '#domain/identity/tin.ts'
import { IDENTIFICATION_NAMES } from '#i18n/trade-names.ts'
import { useSay } from '#i18n/use-say.ts'

type Identified = Pick<Customer, 'identificationType' | 'identificationNumber' | 'phone'>

/** The printed form of an identification number. */
export function identificationText(customer: Identified): string {
  if (customer.identificationType === 'TAX_IDENTIFICATION_NUMBER')
    return tinText(customer.identificationNumber)
  if (customer.identificationType === 'NATIONAL_IDENTIFICATION_AUTHORITY') {
    return nidaText(customer.identificationNumber)
  }
  return customer.identificationNumber
}

/** The second line under a customer's name: identification and phone, as far as known. */
export function useCustomerDetail(): (customer: Identified) => string {
  const say = useSay()
  return (customer) =>
    [
      customer.identificationNumber === ''
        ? ''
        : `${say(IDENTIFICATION_NAMES[customer.identificationType])} ${identificationText(customer)}`,
      phoneText(customer.phone),
    ]
      .filter((part) => part !== '')
      .join(' · ')
}
