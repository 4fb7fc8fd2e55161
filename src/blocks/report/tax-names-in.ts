import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { earlierDay, type FiscalDay } from '#domain/calendar/east-africa.ts'
import type { DayRange } from '#domain/calendar/period-presets.ts'
import { type BasisPoints, toBasisPoints } from '#domain/money/basis-points.ts'
import type { TaxType } from '#domain/tax/tax-type.ts'
import type { Translate } from '#i18n/format-dates.ts'
import { taxTypeName } from '#i18n/trade-names.ts'

const WITHOUT_RATE: Record<TaxType, MessageDescriptor> = {
  standard: msg({ context: 'tax type without its rate', message: 'Standard' }),
  zero_rated: msg({ context: 'tax type without its rate', message: 'Zero-rated' }),
  special_relief: msg({ context: 'tax type without its rate', message: 'Special relief' }),
  exempted: msg({ context: 'tax type without its rate', message: 'Exempt' }),
}

/**
 * The name of each tax type in a report on some days up to today: with its rate, unless that differs between the first
 * day and the last. `rateOf` gives none for days that the rates do not reach back to.
 */
export function taxNamesIn(
  { from, to }: DayRange,
  today: FiscalDay,
  rateOf: (type: TaxType, day: FiscalDay) => BasisPoints | undefined,
  translate: Translate,
): Record<TaxType, string> {
  const name = (type: TaxType) => {
    const last = rateOf(type, earlierDay(to, today)) ?? toBasisPoints(0)
    const first = rateOf(type, earlierDay(from, today)) ?? last
    return translate(first === last ? taxTypeName(type, last) : WITHOUT_RATE[type])
  }
  return {
    standard: name('standard'),
    zero_rated: name('zero_rated'),
    special_relief: name('special_relief'),
    exempted: name('exempted'),
  }
}
