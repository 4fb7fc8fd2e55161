import type { UsedTax } from '#domain/accounting/mapping.ts'
import { fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { isVatRegistered } from '#domain/companies/company.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { rateOn } from '#domain/tax/rate-table.ts'
import { TAX_TYPES } from '#domain/tax/tax-type.ts'
import { getCompanyRecord } from '../../storage/accounts/companies.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import type { Services } from '../context.ts'
import { readCompanyRates } from '../fiscal/company-rates.ts'

/** The kinds of tax that the company uses today, with their rates. */
export async function usedTaxes(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  scope: CompanyScope,
): Promise<UsedTax[]> {
  const { company } = await getCompanyRecord(db, scope)
  if (!isVatRegistered(company)) return [{ tax: 'none', rate: toBasisPoints(0) }]
  const table = await readCompanyRates(db, scope)
  const today = fiscalDayOf(toInstant(clock.now()))
  return TAX_TYPES.flatMap((tax) => {
    const rate = rateOn(table, tax, today, true)
    return rate === undefined ? [] : [{ tax, rate }]
  })
}
