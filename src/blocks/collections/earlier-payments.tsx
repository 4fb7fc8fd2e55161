import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { CollectionRow } from '#data/rows.ts'
import { dayText } from '#domain/calendar/east-africa.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { PAYMENT_NAMES } from '#i18n/trade-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
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
  const [asked, setAsked] = useState<CollectionRow | null>(null)
  const paid = collections.filter(({ canceled }) => !canceled)
  if (paid.length === 0) return null
  const howPaid = ({ day, type, reference }: CollectionRow) =>
    [dayText(day), translate(PAYMENT_NAMES[type]), reference].filter(Boolean).join(' · ')
  const cancel = async (id: string) => {
    const result = await onCancel(id)
    setAsked(null)
    toast(
      result.ok
        ? { tone: 'good', text: t`Payment canceled` }
        : { tone: 'bad', text: t`The payment could not be canceled` },
    )
  }
  return (
    <section className="stack">
      <h3 className="section-title">{t`Payments so far`}</h3>
      <ul className="stack" style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {paid.map((collection) => (
          <li key={collection.id} className="actions">
            <span>
              <strong>{moneyText(collection.amount)}</strong>
              <br />
              <span className="dim small">{howPaid(collection)}</span>
            </span>
            <Button
              variant="default"
              data-tone="danger"
              disabled={busy}
              aria-label={t`Cancel the payment of ${moneyText(collection.amount)}`}
              onClick={() => setAsked(collection)}
            >
              {t({ context: 'a payment', message: 'Cancel' })}
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        title={t`Cancel this payment?`}
        confirmLabel={t`Cancel the payment`}
        destructive
        opened={asked !== null}
        busy={busy}
        onConfirm={() => asked && void run(() => cancel(asked.id))}
        onClose={() => setAsked(null)}
      >
        {asked ? (
          <p>
            <strong>{moneyText(asked.amount)}</strong> · {howPaid(asked)}
          </p>
        ) : null}
        <p>{t`The customer then owes this amount again. This cannot be undone.`}</p>
      </ConfirmDialog>
    </section>
  )
}
