import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { type StoreApi, useStore } from 'zustand'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { Icon } from '#ui/icon.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import classes from './counter.module.css'
import type { Editor } from './editor-store.ts'

const CounterMenu = lazyComponent(async () => (await import('./editor-menu.tsx')).EditorMenu)

export type Tab = 'items' | 'cart'

type Props = {
  readonly store: StoreApi<Editor>
  readonly invoiceId: string
  /** What was opened; absent for a new invoice. */
  readonly stored: Pick<Invoice, 'accountingNumber'> | undefined
  readonly tab: Tab
  readonly onTab: (tab: Tab) => void
  /** Saves the sale and starts a new one. */
  readonly onHold: () => void
  readonly onCopy: () => void
}

/** Back, the two tabs of a phone, rarely needed actions, and the invoice's number in an accounting app. */
export function EditorHeader({ store, invoiceId, stored, tab, onTab, onHold, onCopy }: Props) {
  const { t } = useLingui()
  const count = useStore(store, ({ content }) => content.lines.length)
  const [menu, setMenu] = useState(false)
  const number = stored?.accountingNumber ?? ''
  const tabs = [
    { id: 'items', name: t({ context: 'counter', message: 'Items' }) },
    { id: 'cart', name: t({ context: 'counter', message: 'Cart' }) },
  ] as const
  return (
    <>
      <div className={classes.head}>
        <Link to="/invoices" className="icon-button" aria-label={t`Back`}>
          <Icon name="back" />
        </Link>
        <h1>{stored === undefined ? t`New invoice` : t`Edit invoice`}</h1>
        <div className={classes.tabs} role="tablist">
          {tabs.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              role="tab"
              id={`tab-${id}`}
              aria-selected={tab === id}
              aria-controls={`panel-${id}`}
              className={classes.tab}
              onClick={() => onTab(id)}
            >
              {name}
              {id === 'cart' && count > 0 ? (
                <span className={classes.count} key={count}>
                  {count}
                </span>
              ) : null}
            </button>
          ))}
        </div>
        <button
          type="button"
          className="icon-button"
          onClick={() => setMenu(true)}
          aria-label={t`Held sales and more`}
          aria-haspopup="dialog"
        >
          <Icon name="more" />
        </button>
        {menu ? (
          <Suspense>
            <CounterMenu {...{ store, invoiceId, onHold, onCopy }} onClose={() => setMenu(false)} />
          </Suspense>
        ) : null}
      </div>
      {number === '' ? null : (
        <p className={`${classes.alerts} dim small`}>{t`Number in the accounting app: ${number}`}</p>
      )}
    </>
  )
}
