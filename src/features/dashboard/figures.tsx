import { useLingui } from '@lingui/react/macro'
import { moneyText } from '#domain/money/money-text.ts'
import type { AggregateFigures } from '#domain/reports/aggregate.ts'
import classes from './dashboard.module.css'

export const NBSP = '\u00A0'

type FiguresProps = {
  readonly title: string
  /** `undefined` until the totals are read: no sum is better than a wrong one. */
  readonly figures: AggregateFigures | undefined
  readonly large?: boolean
}

/** The sales of some days: their sum, the VAT in it, and how many invoices. */
export function Figures({ title, figures, large }: FiguresProps) {
  const { t } = useLingui()
  return (
    <section
      className={large ? classes.today : classes.tile}
      aria-label={title}
      data-tour={large ? 'today' : undefined}
    >
      <h2 className={classes.tileTitle}>{title}</h2>
      {figures === undefined ? (
        <>
          <p className={classes.sales} key="waiting" aria-busy>
            {NBSP}
          </p>
          <p className={classes.under} key="waiting-under">
            {NBSP}
          </p>
        </>
      ) : (
        <>
          <p className={classes.sales}>{moneyText(figures.gross)}</p>
          <p className={classes.under}>
            <span>
              {t`VAT`} {moneyText(figures.vat)}
            </span>
            <span>{t`Invoices: ${figures.count}`}</span>
          </p>
        </>
      )}
    </section>
  )
}
