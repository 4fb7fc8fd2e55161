import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { authorityCode } from '#contract/error-codes.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { isRepairable } from '#domain/invoices/repair-content.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { momentInWords } from '#i18n/date-words.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { nextStep } from '#i18n/next-steps.ts'
import { useSay } from '#i18n/use-say.ts'
import { Icon } from '#ui/icon.tsx'
import { useToday } from '../workplace.ts'
import { RepairButton } from './repair-button.tsx'
import classes from './sync.module.css'
import { useSyncPlace } from './sync-place.ts'

/** A receipt that the authority refused: its words, ours, and the touch that mends it. */
export function RefusedReceiptCard({ row }: { row: InvoiceRow }) {
  const { t } = useLingui()
  const say = useSay()
  const { leave } = useSyncPlace()
  const today = useToday()
  const { receipt } = row
  if (receipt === null) return null
  const code = authorityCode(receipt.ackCode)
  const step = nextStep(code)
  const mending = row.pending.kind === 'waiting'
  const mendable = code !== 'TRA_REFUSED_OTHER' || isRepairable(receipt)
  return (
    <article className="card stack" data-refused aria-label={receipt.rctvnum}>
      <div className={classes.head}>
        <Icon name="alert" />
        <div className={classes.words}>
          <strong>{receipt.rctvnum}</strong>
          <span>
            {row.customer.name || t`Walk-in customer`} · {moneyText(row.totals.totalIncludingTax)}
          </span>
          <span className="dim small">{momentInWords(receipt.issuedAt, today, say)}</span>
        </div>
      </div>
      <div className="notice" data-tone="bad">
        <div>
          <strong>{say(errorMessage(code))}</strong>
          {receipt.ackMessage ? <div className="small">TRA: {receipt.ackMessage}</div> : null}
          {mending ? t`A change to this invoice is waiting to be sent.` : step ? say(step) : null}
        </div>
      </div>
      <div className={classes.buttons}>
        {mendable && !mending ? (
          <RepairButton code={code} subject={{ kind: 'inv', id: row.id, invoice: row, name: '' }} />
        ) : null}
        <Button variant="default" component={Link} to={`/invoice/${row.id}`} onClick={leave}>
          {t`Open the invoice`}
        </Button>
      </div>
    </article>
  )
}
