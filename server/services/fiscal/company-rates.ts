import { rateHistory, type TaxRate } from '#domain/tax/rate-table.ts'
import { ratesOf } from '../../gateways/tra/z-document.ts'
import { type FiscalIdentity, findCompanyIdentity } from '../../storage/fiscal/identities.ts'
import { listLawRates } from '../../storage/fiscal/law-rates.ts'
import type { Db } from '../../storage/schema.ts'
import type { CompanyScope } from '../../storage/scope.ts'

type RatedIdentity = Pick<FiscalIdentity, 'registration' | 'registeredDay' | 'taxCodeHistory'>

/** The tax codes of a device by the day they came into force; a device that was never renewed has those of its first day. */
export function taxCodeHistoryOf(identity: RatedIdentity): FiscalIdentity['taxCodeHistory'] {
  const { taxCodeHistory, registeredDay, registration } = identity
  return taxCodeHistory.length > 0
    ? taxCodeHistory
    : [{ from: registeredDay, taxCodes: registration.taxCodes }]
}

/**
 * The dated rates a company charges, used by the phone, the validation and the signed receipt: those shipped with the
 * product, those of the law, and those its device was registered with.
 */
export async function companyRates(db: Db, identity: RatedIdentity | undefined): Promise<readonly TaxRate[]> {
  const registered = identity === undefined ? [] : taxCodeHistoryOf(identity)
  return rateHistory(
    await listLawRates(db),
    registered.map(({ from, taxCodes }) => ({ from, rates: ratesOf(taxCodes) })),
  )
}

/** `companyRates` for a company whose identity was not read yet. */
export async function readCompanyRates(db: Db, scope: CompanyScope): Promise<readonly TaxRate[]> {
  return companyRates(db, await findCompanyIdentity(db, scope))
}
