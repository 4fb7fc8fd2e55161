import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { Icon } from '#ui/icon.tsx'
import classes from './expenses.module.css'
import { QR_OUTLINE } from './receipt-outline.ts'

/** The title of the list, and the ways to a new expense. */
export const ListHead = memo(function ListHead() {
  const { t } = useLingui()
  return (
    <>
      <div className="page-head">
        <h1>{t`Expenses`}</h1>
        <div className="actions" style={{ flex: '0 1 20rem' }}>
          <Button
            variant="default"
            component={Link}
            to="/new-expense?by=scan"
            leftSection={<Icon name={{ outline: QR_OUTLINE }} />}
          >
            {t`Scan receipt`}
          </Button>
          <Link
            to="/new-expense"
            className={classes.new}
            style={{ justifyContent: 'center' }}
            preload="intent"
          >
            <Icon name="plus" />
            {t`New expense`}
          </Link>
        </div>
      </div>
      <p className={classes.internal}>{t`Expenses are internal and are not sent to TRA`}</p>
    </>
  )
})

/** What else there is about expenses. */
export const OtherPlaces = memo(function OtherPlaces() {
  const { t } = useLingui()
  return (
    <nav className={classes.places} aria-label={t`More about expenses`}>
      <Button variant="default" component={Link} to="/vendors">
        {t`Vendors`}
      </Button>
      <Button variant="default" component={Link} to="/expense-categories">
        {t({ context: 'categories of expenses', message: 'Categories' })}
      </Button>
      <Button variant="default" component={Link} to="/expenses-report">
        {t({ context: 'of expenses', message: 'Report' })}
      </Button>
    </nav>
  )
})
