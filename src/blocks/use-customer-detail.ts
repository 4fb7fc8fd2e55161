import { useCallback } from 'react'
import type { Customer } from '#domain/customers/customer.ts'
import { identificationText } from '#domain/identity/identification-text.ts'
import { phoneText } from '#domain/identity/phone.ts'
import { IDENTIFICATION_NAMES } from '#i18n/trade-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'

type Identified = Pick<Customer, 'identificationType' | 'identificationNumber' | 'phone'>

/** The second line below a customer's name: identification and phone, if known. */
export function useCustomerDetail(): (customer: Identified) => string {
  const translate = useTranslate()
  return useCallback(
    (customer) =>
      [
        customer.identificationNumber === ''
          ? ''
          : `${translate(IDENTIFICATION_NAMES[customer.identificationType])} ${identificationText(customer)}`,
        phoneText(customer.phone),
      ]
        .filter((part) => part !== '')
        .join(' · '),
    [translate],
  )
}
