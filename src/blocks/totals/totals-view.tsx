import { useLingui } from '@lingui/react/macro'
import type { InvoiceTotals } from '#domain/invoices/invoice.ts'
import { percentText } from '#domain/money/basis-points.ts'
import { moneyText } from '#domain/money/money-text.ts'
import classes from './totals-view.module.css'

/** The totals of an invoice, line by line; lines that are zero are left out. */
export function TotalsView({ totals }: { totals: InvoiceTotals }) {
  const { t } = useLingui()
  return (
    <dl className={classes.totals}>
      {totals.totalDiscount > 0 ? (
        <>
          <div>
            <dt>{t`Subtotal`}</dt>
            <dd>{moneyText(totals.subTotal)}</dd>
          </div>
          <div>
            <dt>{t`Total discount`}</dt>
            <dd>−{moneyText(totals.totalDiscount)}</dd>
          </div>
        </>
      ) : null}
      <div>
        <dt>{t`Total excluding tax`}</dt>
        <dd>{moneyText(totals.totalExcludingTax)}</dd>
      </div>
      {totals.perLetter
        .filter((letter) => letter.tax > 0)
        .map((letter) => {
          const rate = percentText(letter.rate)
          return (
            <div key={letter.letter}>
              <dt>{t`VAT ${rate}%`}</dt>
              <dd>{moneyText(letter.tax)}</dd>
            </div>
          )
        })}
      <div className={classes.grand}>
        <dt>{t`Total including tax`}</dt>
        <dd>{moneyText(totals.totalIncludingTax)}</dd>
      </div>
    </dl>
  )
}
