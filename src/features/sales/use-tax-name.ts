import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { taxNamesIn } from '#blocks/report/tax-names-in.ts'
import { readVatRegistration } from '#data/vat-registration.ts'
import type { DayRange } from '#domain/calendar/period-presets.ts'
import { rateOn } from '#domain/tax/rate-table.ts'
import type { TaxLetter } from '#domain/tax/tax-type.ts'
import { useTranslate } from '#i18n/use-translate.ts'

/** The name of a tax letter's sales. */
export type TaxName = (letter: TaxLetter) => string
/** The names in a report on some days; `registered` for VAT is as today, unless it is said. */
export type TaxNameIn = (range: DayRange, registered?: boolean | 'changed') => TaxName

/**
 * The names of the letters in a report on some days, with the rates of those days; without VAT registration all sales
 * are under C, which is the letter of zero-rated ones otherwise.
 */
export function useTaxNameIn(): TaxNameIn {
  const { t } = useLingui()
  const translate = useTranslate()
  const { session, vatRegistered } = useAppContext()
  const today = useToday()
  return (range, registered = vatRegistered) => {
    const names = taxNamesIn(range, today, (type, day) => rateOn(session.rates, type, day, true), translate)
    return (letter) => {
      switch (letter) {
        case 'A':
          return names.standard
        case 'B':
          return t`Reduced rate`
        case 'C':
          if (registered === 'changed') return t`Zero-rated or without VAT`
          return registered ? names.zero_rated : t`Without VAT`
        case 'D':
          return names.special_relief
        case 'E':
          return names.exempted
      }
    }
  }
}

/** As `useTaxNameIn`, where the days of the report are known: by the registration at its sales. */
export function useTaxName({ from, to }: DayRange): TaxName {
  const { db } = useAppContext()
  const registered = useLiveQuery(() => readVatRegistration(db, { from, to }), [db, from, to])
  return useTaxNameIn()({ from, to }, registered)
}
