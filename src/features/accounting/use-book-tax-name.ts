import { useLingui } from '@lingui/react/macro'
import type { UsedTax } from '#domain/accounting/mapping.ts'
import { percentText } from '#domain/money/basis-points.ts'

/** A kind of tax with its rate, as the label of its choice. */
export function useBookTaxName(): (used: UsedTax) => string {
  const { t } = useLingui()
  return ({ tax, rate }) => {
    const percent = percentText(rate)
    switch (tax) {
      case 'standard':
        return t`VAT ${percent}%`
      case 'zero_rated':
        return t`Zero rated`
      case 'special_relief':
        return t`Special relief`
      case 'exempted':
        return t`Exempt from VAT`
      case 'none':
        return t`Sales without VAT`
    }
  }
}
