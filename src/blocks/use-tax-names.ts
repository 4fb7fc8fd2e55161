import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { rateOn, type TaxRate } from '#domain/tax/rate-table.ts'
import type { TaxType } from '#domain/tax/tax-type.ts'
import { taxTypeName } from '#i18n/trade-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'

/** The name of each tax type with the rate in force on a day, for choosing one. */
export function useTaxNames(rates: readonly TaxRate[], day: FiscalDay): Record<TaxType, string> {
  const translate = useTranslate()
  const name = (type: TaxType) =>
    translate(taxTypeName(type, rateOn(rates, type, day, true) ?? toBasisPoints(0)))
  return {
    standard: name('standard'),
    zero_rated: name('zero_rated'),
    special_relief: name('special_relief'),
    exempted: name('exempted'),
  }
}
