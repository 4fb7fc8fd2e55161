import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { memo, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import classes from './expenses.module.css'
import { NewEntrySheet } from './new-entry-sheet.tsx'
import { QR_OUTLINE } from './receipt-outline.ts'

/** The title of the list, and the ways to a new expense: the quickest one at once, all of them behind the plus. */
export const ListHead = memo(function ListHead() {
  const { t } = useLingui()
  const [adding, setAdding] = useState(false)
  return (
    <>
      <div className="page-head">
        <h1>{t`Expenses`}</h1>
        <div className="actions" style={{ flex: '1 1 20rem', maxWidth: '22rem' }}>
          <Link
            to="/new-expense"
            search={{ by: 'scan' }}
            className="button button-quiet"
            style={{ flex: '1 1 auto', gap: '0.5rem', paddingInline: '0.25rem' }}
          >
            <Icon name={{ outline: QR_OUTLINE }} />
            {t`Scan receipt`}
          </Link>
          <button
            type="button"
            className="button"
            style={{ flex: '1 1 auto', gap: '0.5rem', paddingInline: '0.25rem' }}
            aria-haspopup="dialog"
            onClick={() => setAdding(true)}
          >
            <Icon name="plus" />
            {t`New expense`}
          </button>
        </div>
      </div>
      <p className={classes.internal}>{t`Expenses are internal and are not sent to TRA`}</p>
      {adding ? <NewEntrySheet onClose={() => setAdding(false)} /> : null}
    </>
  )
})

/** What else there is about expenses. */
export const OtherPlaces = memo(function OtherPlaces() {
  const { t } = useLingui()
  return (
    <nav className={classes.places} aria-label={t`More about expenses`}>
      <Link to="/vendors" className="button button-quiet">
        {t`Vendors`}
      </Link>
      <Link to="/expense-categories" className="button button-quiet">
        {t({ context: 'categories of expenses', message: 'Categories' })}
      </Link>
      <Link to="/expenses-report" className="button button-quiet" preload="intent">
        {t({ context: 'of expenses', message: 'Report' })}
      </Link>
    </nav>
  )
})
