import { Plural, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type StoreApi, useStore } from 'zustand'
import { moneyText } from '#domain/money/money-text.ts'
import { Icon } from '#ui/icon.tsx'
import type { SaveState } from './autosave.ts'
import classes from './counter.module.css'
import type { Editor } from './editor-store.ts'

type Props = {
  readonly store: StoreApi<Editor>
  /** Whether it was on this phone before it was opened. */
  readonly exists: boolean
  /** Whether the person asked to charge what cannot be charged: what is missing is on the screen. */
  readonly tried: boolean
  readonly state: SaveState
  readonly error: ReactNode
  readonly disabled: boolean
  readonly onCharge: () => void
}

/** At the bottom: the total, and the next step. */
export function ChargeBar({ store, exists, tried, state, error, disabled, onCharge }: Props) {
  const { t } = useLingui()
  const total = useStore(store, ({ totals }) => moneyText(totals.totalIncludingTax))
  const count = useStore(store, ({ content }) => content.lines.length)
  const words = {
    untouched: '',
    typing: t`Saving…`,
    saved: t`Draft saved`,
    failed: exists ? t`Invoice not updated` : t`Invoice not saved`,
  }[state.kind]
  return (
    <section
      className={classes.bar}
      aria-label={t`Total`}
      data-blank={!exists && !tried && state.kind === 'untouched' ? '' : undefined}
    >
      {error ? <p className="field-error">{error}</p> : null}
      <p className={classes.statusLine}>
        <span className={classes.kept} role="status" aria-live="polite">
          {state.kind === 'saved' ? <Icon name="check" size={15} /> : null}
          {words}
        </span>
        <span>
          <Plural value={count} _0="No items" one="# item" other="# items" />
        </span>
      </p>
      <button
        type="button"
        className={classes.charge}
        data-go="charge"
        onClick={onCharge}
        disabled={disabled}
      >
        {t`Charge ${total}`}
      </button>
    </section>
  )
}
