import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { type StoreApi, useStore } from 'zustand'
import { useAppContext } from '#app-context/app-context.ts'
import { PrintButton } from '#blocks/receipt/print-button.tsx'
import { listHeldSales } from '#data/held-sales.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { clockTime } from '#i18n/format-dates.ts'
import { Icon } from '#ui/icon.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import classes from './counter.module.css'
import type { Editor } from './editor-store.ts'
import { useUndoRemoval } from './use-undo-removal.ts'

/** More than a queue of customers. */
const SHOWN = 20

type Props = {
  readonly store: StoreApi<Editor>
  readonly invoiceId: string
  readonly onHold: () => void
  readonly onCopy: () => void
  readonly onClose: () => void
}

/** Hold this sale, go on with another one, copy it, start a new one. */
export function EditorMenu({ store, invoiceId, onHold, onCopy, onClose }: Props) {
  const { t } = useLingui()
  const { db } = useAppContext()
  const offerUndo = useUndoRemoval(store)
  const empty = useStore(store, ({ content }) => content.lines.length === 0)
  const heldSales = useLiveQuery(() => listHeldSales(db, invoiceId, SHOWN), [db, invoiceId])
  const clear = () => {
    const { content, tendered, change, changeTendered } = store.getState()
    change((now) => ({ ...now, lines: [] }))
    changeTendered(() => [])
    offerUndo(t`The cart is empty`, {
      lines: content.lines,
      amountType: content.amountType,
      at: 0,
      onRestored: () => store.getState().changeTendered((now) => (now.length > 0 ? now : tendered)),
    })
    onClose()
  }
  return (
    <Sheet title={t`Held sales and more`} opened onClose={onClose}>
      <ul className={classes.menu}>
        <li>
          <button
            type="button"
            disabled={empty}
            onClick={() => {
              onClose()
              onHold()
            }}
          >
            <Icon name="hold" />
            {t`Hold this sale and start another`}
          </button>
        </li>
        <li>
          <button
            type="button"
            disabled={empty}
            onClick={() => {
              onClose()
              onCopy()
            }}
          >
            <Icon name="copy" />
            {t`Repeat this sale`}
          </button>
        </li>
        <li>
          <button type="button" disabled={empty} onClick={clear}>
            <Icon name="trash" />
            {t`Empty the cart`}
          </button>
        </li>
      </ul>
      {empty ? null : <PrintButton db={db} invoiceId={invoiceId} variant="default" />}
      <h3 className={classes.heading}>{t`Held sales`}</h3>
      {heldSales?.rows.length === 0 ? <p className="dim">{t`No held sales.`}</p> : null}
      <ul className={classes.menu}>
        {heldSales?.rows.map((row) => (
          <li key={row.id}>
            <Link to="/edit-invoice/$id" params={{ id: row.id }} onClick={onClose}>
              <Icon name="receipt" />
              <span className={classes.words}>
                <strong>{row.customer.name === '' ? t`Walk-in customer` : row.customer.name}</strong>
                <span className="dim small">
                  {`${clockTime(row.saleAt)} · ${row.lines.map((line) => line.description).join(', ')}`}
                </span>
              </span>
              {moneyText(row.totals.totalIncludingTax)}
            </Link>
          </li>
        ))}
        {heldSales?.more ? (
          <li>
            <Link to="/invoices" search={{ status: 'draft' }} onClick={onClose}>
              <Icon name="receipt" />
              {t`All drafts`}
            </Link>
          </li>
        ) : null}
      </ul>
    </Sheet>
  )
}
