import { useLingui } from '@lingui/react/macro'
import { Button, Textarea, TextInput } from '@mantine/core'
import { memo, type ReactNode, useCallback } from 'react'
import { type StoreApi, useStore } from 'zustand'
import { useAppContext } from '#app-context/app-context.ts'
import { AMOUNT_TYPE_NAMES } from '#i18n/trade-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/icon.tsx'
import classes from './cart.module.css'
import { CartLine } from './cart-line.tsx'
import { type Editor, withAmountType, withoutLine } from './editor-store.ts'
import { SelectedCustomer } from './selected-customer.tsx'
import { TaxDetails } from './tax-details.tsx'
import { useUndoRemoval } from './use-undo-removal.ts'

type Props = {
  readonly store: StoreApi<Editor>
  readonly errorAt: (path: string) => ReactNode
  /** The expanded line. */
  readonly openLine: string | null
  readonly onToggleLine: (lineId: string) => void
  readonly onSave: () => Promise<void>
  readonly blocked: boolean
}

/** What is sold, to whom, and the further contents of the invoice. */
export const CartPanel = memo(function CartPanel(props: Props) {
  const { store, errorAt, openLine, onToggleLine, onSave, blocked } = props
  const { t } = useLingui()
  const translate = useTranslate()
  const offerUndo = useUndoRemoval(store)
  const { vatRegistered } = useAppContext()
  const lines = useStore(store, (state) => state.content.lines)
  const amountType = useStore(store, (state) => state.content.amountType)
  const reference = useStore(store, (state) => state.content.reference)
  const note = useStore(store, (state) => state.content.note)
  const remove = useCallback(
    (lineId: string) => {
      const { content, change } = store.getState()
      const at = content.lines.findIndex((line) => line.id === lineId)
      const line = content.lines[at]
      if (!line) return
      change((now) => withoutLine(now, lineId))
      offerUndo(t`Item removed`, { lines: [line], amountType: content.amountType, at })
    },
    [store, offerUndo, t],
  )
  const error = errorAt('lines')
  return (
    <div className={classes.cart}>
      <SelectedCustomer store={store} errorAt={errorAt} />
      <div className={classes.lines}>
        {lines.map((line, index) => (
          <CartLine
            key={line.id}
            line={line}
            index={index}
            store={store}
            errorAt={errorAt}
            vatRegistered={vatRegistered}
            opened={openLine === line.id}
            onToggle={onToggleLine}
            onRemove={remove}
          />
        ))}
        {lines.length === 0 ? (
          <p className={classes.empty}>
            <Icon name="cart" size={28} />
            {t`The cart is empty. Tap or scan what you are selling.`}
          </p>
        ) : null}
        {error ? (
          <p className="field-error" data-refused="true" tabIndex={-1}>
            {error}
          </p>
        ) : null}
      </div>
      {vatRegistered && lines.length > 0 ? (
        <>
          <fieldset className={classes.choice} aria-label={t`Prices and VAT`}>
            {(['INCLUSIVE', 'EXCLUSIVE'] as const).map((value) => (
              <button
                key={value}
                type="button"
                aria-pressed={amountType === value}
                onClick={() => store.getState().change((content) => withAmountType(content, value))}
              >
                {translate(AMOUNT_TYPE_NAMES[value])}
              </button>
            ))}
          </fieldset>
          <TaxDetails store={store} />
        </>
      ) : null}
      <TextInput
        label={t`Reference number`}
        description={t`Optional: an order number or anything you may search for later`}
        value={reference}
        maxLength={100}
        onChange={(event) => {
          const text = event.currentTarget.value
          store.getState().change((content) => ({ ...content, reference: text }))
        }}
        autoComplete="off"
      />
      <Textarea
        label={t`Internal note`}
        description={t`Not printed on the receipt`}
        value={note ?? ''}
        maxLength={500}
        rows={2}
        onChange={(event) => {
          const text = event.currentTarget.value
          store.getState().change((content) => ({ ...content, note: text }))
        }}
      />
      <Button variant="default" onClick={() => void onSave()} disabled={blocked}>
        {t`Save draft`}
      </Button>
    </div>
  )
})
