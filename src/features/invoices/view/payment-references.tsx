import { useLingui } from '@lingui/react/macro'
import type { InvoiceRow } from '#data/rows.ts'
import { PAYMENT_NAMES } from '#i18n/trade-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'

/** What the network or the bank calls each payment of the invoice; nothing when no reference was entered. */
export function PaymentReferences({ row }: { row: InvoiceRow }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const known = row.payments.filter(({ reference = '' }) => reference !== '')
  if (known.length === 0) return null
  return (
    <section className="card" aria-label={t`Payment references`}>
      <h2>{t`Payment references`}</h2>
      {known.map(({ type, reference }) => (
        <p key={`${type} ${reference}`} style={{ overflowWrap: 'anywhere' }}>
          <span className="dim">{translate(PAYMENT_NAMES[type])}</span> {reference}
        </p>
      ))}
    </section>
  )
}
