import { useLingui } from '@lingui/react/macro'
import { amountText, moneyText } from '#domain/money/money-text.ts'
import { type SalesReport, salesByPayment } from '#domain/reports/sales-report.ts'
import { FISCAL_PAYMENT_NAMES } from '#i18n/trade-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { REPORT_NAMES } from './report-tables.ts'
import classes from './sales.module.css'

/** How the sales were paid. */
export function PaymentPart({ report }: { report: SalesReport }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const payments = salesByPayment(report.total)
  if (payments.length === 0) return null
  const largest = Math.max(1, ...payments.map(({ amount }) => amount))
  return (
    <section className={classes.part} aria-labelledby="sales-by-payment">
      <h2 className="section-title" id="sales-by-payment">
        {t`Sales by payment method`}
      </h2>
      <div className={classes.bars} aria-hidden>
        {payments.map(({ type, amount }) => (
          <div key={type} className={classes.bar}>
            <span>{translate(FISCAL_PAYMENT_NAMES[type])}</span>
            <strong>{moneyText(amount)}</strong>
            <span className={classes.track}>
              <span
                className={classes.piece}
                data-part="net"
                style={{ width: `${(100 * amount) / largest}%` }}
              />
            </span>
          </div>
        ))}
      </div>
      <div className="visually-hidden">
        <table>
          <caption>{t`Sales by payment method, in Tsh`}</caption>
          <thead>
            <tr>
              <th scope="col">{translate(REPORT_NAMES.payment)}</th>
              <th scope="col">{translate(REPORT_NAMES.amount)}</th>
            </tr>
          </thead>
          <tbody>
            {payments.map(({ type, amount }) => (
              <tr key={type}>
                <th scope="row">{translate(FISCAL_PAYMENT_NAMES[type])}</th>
                <td>{amountText(amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
