import type { FiscalDay } from '../calendar/east-africa.ts'
import { normalizeNida } from '../identity/nida.ts'
import { normalizePhone } from '../identity/phone.ts'
import { normalizeTin } from '../identity/tin.ts'
import type { CustomerForm } from './check-customer.ts'

/**
 * The fields of a new customer out of a text that found no customer. Nine digits are read as a TIN, though a phone
 * number without its 0 has as many: a receipt for a business is what a number is asked for at the counter.
 */
export function prefillCustomer(text: string, today: FiscalDay): Partial<CustomerForm> {
  const query = text.trim()
  if (query === '') return {}
  if (normalizeTin(query) === undefined) {
    if (normalizePhone(query) !== undefined) return { phone: query }
    if (normalizeNida(query, today) !== undefined) {
      return { identificationType: 'NATIONAL_IDENTIFICATION_AUTHORITY', identificationNumber: query }
    }
  }
  return /^[\d\s-]{9,}$/.test(query)
    ? { identificationType: 'TAX_IDENTIFICATION_NUMBER', identificationNumber: query }
    : { name: query }
}
