import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { useTaxNames } from '#blocks/use-tax-names.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import type { TaxLetter } from '#domain/tax/tax-type.ts'

/** The name of a tax letter's sales, with the rate of a day; without VAT registration all are under C. */
export function useTaxName(day: FiscalDay): (letter: TaxLetter) => string {
  const { t } = useLingui()
  const { session, vatRegistered } = useAppContext()
  const names = useTaxNames(session.rates, day)
  return useCallback(
    (letter) => {
      switch (letter) {
        case 'A':
          return names.standard
        case 'B':
          return t`Reduced rate`
        case 'C':
          return vatRegistered ? names.zero_rated : t`Without VAT`
        case 'D':
          return names.special_relief
        case 'E':
          return names.exempted
      }
    },
    [names, vatRegistered, t],
  )
}
