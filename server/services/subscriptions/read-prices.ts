import { fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import type { Prices } from '#domain/subscription/prices.ts'
import { rateHistory, rateOn } from '#domain/tax/rate-table.ts'
import { listLawRates } from '../../storage/fiscal/law-rates.ts'
import type { AuthServices } from '../auth/auth-services.ts'

/** The configured prices with the rate of VAT in force today. */
export async function readPrices({
  db,
  clock,
  provider,
}: Pick<AuthServices, 'db' | 'clock' | 'provider'>): Promise<Prices> {
  const today = fiscalDayOf(toInstant(clock.now()))
  const rate = rateOn(rateHistory(await listLawRates(db), []), 'standard', today, true)
  return { ...provider.prices, vat: rate ?? toBasisPoints(0) }
}
