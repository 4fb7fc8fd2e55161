import { DEFAULT_RATES, registeredRates, type TaxRate } from '#domain/tax/rate-table.ts'
import { ratesOf } from '../../gateways/tra/z-document.ts'
import type { FiscalIdentity } from '../../storage/fiscal/identities.ts'

/**
 * The rates a company charges: the ones its device was registered with, used by the phone, the validation and
 * the signed receipt. Without a device, the ones shipped with the product.
 */
export function companyRates(
  identity: Pick<FiscalIdentity, 'registration' | 'registeredDay'> | undefined,
): readonly TaxRate[] {
  if (identity === undefined) return DEFAULT_RATES
  return registeredRates(ratesOf(identity.registration.taxCodes), identity.registeredDay)
}
