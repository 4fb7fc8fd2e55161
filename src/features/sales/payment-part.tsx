import { useLingui } from '@lingui/react/macro'
import { moneyText } from '#domain/money/money-text.ts'
import { type SalesReport, salesByPayment } from '#domain/reports/sales-report.ts'
import { FISCAL_PAYMENT_NAMES } from '#i18n/trade-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useDrill } from './drill.ts'
import { FigureButton } from './figure-button.tsx'
import classes from './sales.module.css'

/** How the sales were paid. */
export function PaymentPart({ report }: { report: SalesReport }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const drill = useDrill()
  const payments = salesByPayment(report.total)
  if (payments.length === 0) return null
  const largest = Math.max(1, ...payments.map(({ amount }) => amount))
  return (
    <section className={classes.part} aria-labelledby="sales-by-payment">
      <h2 className="section-title" id="sales-by-payment">
        {t`Sales by payment method`}
      </h2>
      <ul className={classes.bars} aria-labelledby="sales-by-payment">
        {payments.map(({ type, amount }) => (
          <li key={type} className={classes.bar}>
            <FigureButton
              onClick={() =>
                drill({
                  figure: { by: 'payment', type },
                  title: translate(FISCAL_PAYMENT_NAMES[type]),
                  amount,
                })
              }
            >
              {translate(FISCAL_PAYMENT_NAMES[type])}
            </FigureButton>
            <strong>{moneyText(amount)}</strong>
            <span className={classes.track} aria-hidden>
              <span
                className={classes.piece}
                data-part="net"
                style={{ width: `${(100 * amount) / largest}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
