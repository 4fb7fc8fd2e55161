import { useLingui } from '@lingui/react/macro'
import type { InvoiceRow } from '#data/rows.ts'
import { fiscalPayments } from '#domain/fiscal/fiscal-receipt.ts'
import { percentText } from '#domain/money/basis-points.ts'
import { amountText, moneyText } from '#domain/money/money-text.ts'
import { FISCAL_PAYMENT_NAMES } from '#i18n/trade-names.ts'
import { useSay } from '#i18n/use-say.ts'
import classes from './receipt.module.css'

/** Totals and payments of the printed receipt; always with two decimals. */
export function PaperTotals({ row }: { row: InvoiceRow }) {
  const { t } = useLingui()
  const say = useSay()
  const { totals } = row
  return (
    <dl className={classes.sums}>
      <div>
        <dt>{t`TOTAL EXCL OF TAX`}</dt>
        <dd>{amountText(totals.totalExcludingTax, true)}</dd>
      </div>
      {totals.totalDiscount > 0 ? (
        <div>
          <dt>{t`DISCOUNT`}</dt>
          <dd>{amountText(totals.totalDiscount, true)}</dd>
        </div>
      ) : null}
      {totals.perLetter
        .filter((letter) => letter.tax > 0)
        .map(({ letter, rate, tax }) => {
          const percent = percentText(rate)
          return (
            <div key={letter}>
              <dt>{t`TAX RATE ${letter} (${percent}%)`}</dt>
              <dd>{amountText(tax, true)}</dd>
            </div>
          )
        })}
      <div>
        <dt>{t`TOTAL TAX`}</dt>
        <dd>{amountText(totals.totalVat, true)}</dd>
      </div>
      <div className={classes.grand}>
        <dt>{t`TOTAL INCL OF TAX`}</dt>
        <dd>{moneyText(totals.totalIncludingTax, true)}</dd>
      </div>
      {fiscalPayments(row.payments, totals.totalIncludingTax).map(({ type, amount }) => (
        <div key={type}>
          <dt>{say(FISCAL_PAYMENT_NAMES[type])}</dt>
          <dd>{amountText(amount, true)}</dd>
        </div>
      ))}
    </dl>
  )
}
