import { useLingui } from '@lingui/react/macro'
import { type StoreApi, useStore } from 'zustand'
import { moneyText } from '#domain/money/money-text.ts'
import { Icon } from '#ui/icon.tsx'
import type { Editor } from './editor-store.ts'
import classes from './payment.module.css'

/** What is still due, that nothing is, or the change: with a word, an icon and a colour. */
export function PaymentStatus({ store }: { store: StoreApi<Editor> }) {
  const { t } = useLingui()
  const amountDue = useStore(store, (state) => state.amountDue)
  const changeDue = useStore(store, (state) => state.changeDue)
  const state = amountDue > 0 ? 'left' : changeDue > 0 ? 'change' : 'done'
  return (
    <p className={classes.statusLine} data-state={state} role="status" aria-live="polite">
      <Icon name={state === 'left' ? 'alert' : state === 'change' ? 'cash' : 'check'} />
      <span>{state === 'left' ? t`Remaining` : state === 'change' ? t`Change` : t`Paid in full`}</span>
      {state === 'done' ? null : <strong>{moneyText(state === 'left' ? amountDue : changeDue)}</strong>}
    </p>
  )
}
