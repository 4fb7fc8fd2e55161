import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import type { ExpenseRow } from '#data/rows.ts'
import { listTotals } from '#domain/expenses/expense-filter.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/icon.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'
import { closeMany } from './close-many.ts'
import classes from './expenses.module.css'

const ConfirmDialog = lazyComponent(async () => (await import('#ui/confirm-dialog.tsx')).ConfirmDialog)

type Props = {
  /** The chosen expenses, all of them pending. */
  readonly chosen: readonly ExpenseRow[]
  readonly onAll: () => void
  /** `changed` after they were marked or canceled. */
  readonly onClose: (changed: boolean) => void
}

/** Marks several pending expenses as processed, or cancels them (spec §4): both are final. */
export function ExpenseSelection({ chosen, onAll, onClose }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { account, commands } = useAppContext()
  const toast = useToasts((state) => state.show)
  const [asking, setAsking] = useState(false)
  const [busy, run] = useAction()
  const count = chosen.length
  const close = async (status: 'processed' | 'canceled') => {
    const { closed, reasons } = await closeMany(account, commands, chosen, status)
    setAsking(false)
    onClose(true)
    const doneText = (count: number) =>
      status === 'processed' ? t`Expenses processed: ${count}` : t`Expenses canceled: ${count}`
    const [first] = reasons
    if (first === undefined) {
      toast({ tone: 'good', text: doneText(closed) })
      return
    }
    const all = chosen.length
    const missing = reasons.map(({ code, count: some }) => {
      const reason = translate(errorMessage(code))
      return t`${some} of ${all}: ${reason}`
    })
    const sentences = [...(closed === 0 ? [] : [doneText(closed)]), ...missing].map((text) =>
      text.replace(/\.?$/, '.'),
    )
    toast({ tone: 'bad', code: first.code, text: sentences.join(' ') })
  }
  return (
    <aside className={classes.selection} aria-label={t`Selected expenses`}>
      <div className="actions">
        <strong role="status">{t`Selected: ${count}`}</strong>
        <span className="dim">
          {count === 0 ? t`Tap the pending expenses you want` : moneyText(listTotals(chosen).total)}
        </span>
        <button type="button" className="link-button" onClick={onAll}>
          {t({ context: 'choose all expenses of the list', message: 'Select all' })}
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={t`Cancel selection`}
          onClick={() => onClose(false)}
        >
          <Icon name="close" />
        </button>
      </div>
      <div className="actions">
        <Button disabled={count === 0} loading={busy} onClick={() => void run(() => close('processed'))}>
          {t`Mark as processed`}
        </Button>
        <Button variant="default" disabled={count === 0 || busy} onClick={() => setAsking(true)}>
          {t({ context: 'several expenses', message: 'Cancel them' })}
        </Button>
      </div>
      {asking ? (
        <Suspense>
          <ConfirmDialog
            title={t`Cancel these expenses?`}
            opened
            destructive
            busy={busy}
            confirmLabel={t({ context: 'several expenses', message: 'Cancel them' })}
            onConfirm={() => void run(() => close('canceled'))}
            onClose={() => setAsking(false)}
          >
            <p>{t`They stay in the list as canceled and are no longer counted. This cannot be undone.`}</p>
          </ConfirmDialog>
        </Suspense>
      ) : null}
    </aside>
  )
}
