import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { TotalsView } from '#blocks/totals/totals-view.tsx'
import type { InvoiceTotals } from '#domain/invoices/invoice.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { Icon } from '#ui/icon.tsx'
import classes from './editor.module.css'
import type { SaveState } from './use-autosave.ts'

type Props = {
  readonly totals: InvoiceTotals
  readonly state: SaveState
  readonly errorAt: (path: string) => string | undefined
  readonly disabled: boolean
  readonly busy: boolean
  readonly onSave: () => void
  readonly onSubmit: () => void
}

/** The total and what to do with it: under the thumb on a phone, beside the form on a wide screen. */
export function ActionBar({ totals, state, errorAt, disabled, busy, onSave, onSubmit }: Props) {
  const { t } = useLingui()
  const words = {
    untouched: '',
    typing: t`Saving…`,
    saved: t`Draft kept on this phone`,
    failed: t`Invoice not saved`,
  }[state.kind]
  const error = errorAt('totals')
  return (
    <aside className={classes.bar} aria-label={t`Total`}>
      <div className={classes.breakdown}>
        <TotalsView totals={totals} />
      </div>
      <div className={classes.summary}>
        <span className={classes.kept} role="status" aria-live="polite">
          {state.kind === 'saved' ? <Icon name="check" size={15} /> : null}
          {words}
        </span>
        <span className={classes.total}>{moneyText(totals.totalIncludingTax)}</span>
      </div>
      {error ? <p className="field-error">{error}</p> : null}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onSave} disabled={disabled || busy}>
          {t`Save draft`}
        </Button>
        <Button onClick={onSubmit} disabled={disabled} loading={busy}>
          {t`Submit to TRA`}
        </Button>
      </div>
    </aside>
  )
}
