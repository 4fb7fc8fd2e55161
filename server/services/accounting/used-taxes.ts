import { bookInvoice } from '#domain/accounting/book-document.ts'
import { type ChosenTax, earlierTaxes } from '#domain/accounting/chosen-taxes.ts'
import type { BookChoices, UsedTax } from '#domain/accounting/mapping.ts'
import { fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { isVatRegistered } from '#domain/companies/company.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { rateOn } from '#domain/tax/rate-table.ts'
import { TAX_TYPES } from '#domain/tax/tax-type.ts'
import { type ConnectionScope, listInvoicesWithProblem } from '../../storage/accounting/documents.ts'
import { getCompanyRecord } from '../../storage/accounts/companies.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import type { Services } from '../context.ts'
import { readCompanyRates } from '../fiscal/company-rates.ts'

/** Their kinds of tax are looked at in so many of the newest receipts that wait for a choice. */
const MOST_WAITING = 1000
/** So many earlier rates have a field at once. */
const MOST_RATES = 20

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

/**
 * The kinds of tax to choose for. `earlier`: other kinds and rates, one entry for each: of receipts that wait for a choice,
 * as those from before a registration for VAT, and those with a choice. The books may have no such tax.
 */
export async function taxesToChoose(
  services: Pick<Services, 'db' | 'clock'>,
  scope: ConnectionScope,
  chosen: readonly ChosenTax[],
  choices: Pick<BookChoices, 'taxes'>,
): Promise<{ readonly used: UsedTax[]; readonly earlier: ChosenTax[] }> {
  const used = await usedTaxes(services, scope)
  const waiting = await listInvoicesWithProblem(services.db, scope, 'mapping', MOST_WAITING)
  const documents = waiting.flatMap((invoice) => (invoice.receipt === null ? [] : [bookInvoice(invoice)]))
  return { used, earlier: earlierTaxes(documents, used, chosen, choices).slice(0, MOST_RATES) }
}
