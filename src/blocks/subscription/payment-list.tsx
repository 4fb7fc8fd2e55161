import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { dayText } from '#domain/calendar/east-africa.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { paidPeriods, type SubscriptionPayment } from '#domain/subscription/subscription.ts'
import { PAYMENT_NAMES } from '#i18n/trade-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'

type Props = {
  readonly payments: readonly SubscriptionPayment[]
  /** What can be done with a payment. */
  readonly actionOf?: (payment: SubscriptionPayment) => ReactNode
}

/** What a company paid to the provider, newest first: the amount, for what, and how it was paid. */
export function SubscriptionPaymentList({ payments, actionOf }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const periods = paidPeriods(payments)
  if (payments.length === 0) return <p className="dim">{t`No payment was recorded yet.`}</p>
  const boughtBy = ({ id, installation }: SubscriptionPayment) => {
    const period = periods.get(id)
    const from = period && dayText(period.from)
    const until = period && dayText(period.until)
    return [
      ...(period ? [t`Subscription from ${from} to ${until}`] : []),
      ...(installation ? [t`Installation`] : []),
    ].join(', ')
  }
  return (
    <ul className="stack" style={{ margin: 0, padding: 0, listStyle: 'none' }}>
      {payments.map((payment) => {
        const { id, amount, day, type, reference, receiptNumber, canceled } = payment
        return (
          <li key={id} className="stack">
            <span style={{ overflowWrap: 'anywhere' }}>
              <strong style={canceled ? { textDecoration: 'line-through' } : undefined}>
                {moneyText(amount)}
              </strong>
              {canceled ? ` ${t({ context: 'a payment', message: 'Canceled' })}` : null}
              <br />
              {canceled ? null : boughtBy(payment)}
              <br />
              <span className="dim small">
                {[
                  dayText(day),
                  translate(PAYMENT_NAMES[type]),
                  reference,
                  receiptNumber && t`Receipt ${receiptNumber}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            {actionOf?.(payment)}
          </li>
        )
      })}
    </ul>
  )
}
