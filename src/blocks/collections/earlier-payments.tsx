import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { CollectionRow } from '#data/rows.ts'
import { dayText } from '#domain/calendar/east-africa.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { PAYMENT_NAMES } from '#i18n/trade-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'

type Props = {
  /** Of one invoice, canceled ones included. */
  readonly collections: readonly CollectionRow[]
  readonly onCancel: (collectionId: string) => Promise<{ readonly ok: boolean }>
}

/** What was paid for an invoice since it was sold; one entered by mistake can be canceled. */
export function EarlierPayments({ collections, onCancel }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const toast = useToasts((state) => state.show)
  const [busy, run] = useAction()
  const paid = collections.filter(({ canceled }) => !canceled)
  if (paid.length === 0) return null
  const cancel = async (id: string) => {
    const result = await onCancel(id)
    toast(
      result.ok
        ? { tone: 'good', text: t`Payment canceled` }
        : { tone: 'bad', text: t`The payment could not be canceled` },
    )
  }
  return (
    <section>
      <h3 className="section-title">{t`Payments so far`}</h3>
      <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {paid.map(({ id, day, amount, type, reference }) => (
          <li key={id} className="actions">
            <span>
              <strong>{moneyText(amount)}</strong>
              <br />
              <span className="dim small">
                {[dayText(day), translate(PAYMENT_NAMES[type]), reference].filter(Boolean).join(' · ')}
              </span>
            </span>
            <Button
              variant="default"
              data-tone="danger"
              disabled={busy}
              aria-label={t`Cancel the payment of ${moneyText(amount)}`}
              onClick={() => void run(() => cancel(id))}
            >
              {t`Cancel`}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
