import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useToday } from '#app-context/app-context.ts'
import { authorityCode } from '#contract/error-codes.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { isRepairable } from '#domain/invoices/repair-content.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { formatMoment } from '#i18n/format-dates.ts'
import { nextStep } from '#i18n/next-steps.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { HelpLink } from '#ui/help-link/help-link.tsx'
import { Icon } from '#ui/icon.tsx'
import { ResolveButton } from './resolve-button.tsx'
import classes from './sync.module.css'
import { useSyncContainer } from './sync-container.ts'

/** A receipt that the authority refused: its words, ours, and the button that resolves it. */
export function RefusedReceiptCard({ row }: { row: InvoiceRow }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { close: closeContainer } = useSyncContainer()
  const today = useToday()
  const { receipt } = row
  if (receipt === null) return null
  const code = authorityCode(receipt.ackCode)
  const step = nextStep(code)
  const changePending = row.pending.kind === 'waiting'
  const resolvable = code !== 'TRA_REFUSED_OTHER' || isRepairable(receipt)
  return (
    <article className="card stack" data-refused aria-label={receipt.rctvnum}>
      <div className={classes.head}>
        <Icon name="alert" />
        <div className={classes.words}>
          <strong>{receipt.rctvnum}</strong>
          <span>
            {row.customer.name || t`Walk-in customer`} · {moneyText(row.totals.totalIncludingTax)}
          </span>
          <span className="dim small">{formatMoment(receipt.issuedAt, today, translate)}</span>
        </div>
      </div>
      <div className="notice" data-tone="bad">
        <div>
          <strong>{translate(errorMessage(code))}</strong>
          {receipt.ackMessage ? <div className="small">TRA: {receipt.ackMessage}</div> : null}
          {changePending ? t`A change to this invoice is waiting to be sent.` : step ? translate(step) : null}{' '}
          <HelpLink code={code} />
        </div>
      </div>
      <div className={classes.buttons}>
        {resolvable && !changePending ? (
          <ResolveButton code={code} subject={{ kind: 'inv', id: row.id, invoice: row, name: '' }} />
        ) : null}
        <Button variant="default" component={Link} to={`/invoice/${row.id}`} onClick={closeContainer}>
          {t`Open the invoice`}
        </Button>
      </div>
    </article>
  )
}
