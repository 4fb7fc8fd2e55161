import { useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { EmptyOrFetching } from '#app-context/empty-or-fetching.tsx'
import classes from '#blocks/catalogue-list/catalogue-list.module.css'
import { NoCompany } from '#blocks/no-company.tsx'
import { SearchField } from '#blocks/pickers/search-field.tsx'
import { useInside } from '#blocks/search-inside/use-inside.ts'
import { useCustomerDetail } from '#blocks/use-customer-detail.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { listShownCustomers } from './list-shown.ts'

const PAGE = 20

/** The earlier page of customers, light for weak phones: names and phones to look up and to call, nothing to edit. */
export function OldCustomersScreen() {
  const { t } = useLingui()
  const { company, db } = useAppContext()
  const formatDetail = useCustomerDetail()
  const [text, setText] = useState('')
  const [limit, setLimit] = useState(PAGE)
  const { ids: inside, searching } = useInside(db, 'customers', text, limit)
  const shown = useLiveQuery(
    () => listShownCustomers(db, { text, archived: false, limit, inside }),
    [db, text, limit, inside],
  )
  if (company === null) {
    return (
      <NoCompany icon="people">{t`Your account is not linked to a company, so there are no customers.`}</NoCompany>
    )
  }
  return (
    <div className="page stack" aria-busy={shown === undefined || searching}>
      <h1>{t`Customers`}</h1>
      <p className="notice" data-tone="info">
        <Icon name="info" size={20} />
        <span>
          {t`The new page can add, change and import customers.`}{' '}
          <Link to="/customers">{t`Open the new page`}</Link>
        </span>
      </p>
      <SearchField value={text} onChange={setText} label={t`Search by name or number`} />
      {shown?.rows.length === 0 && !searching ? (
        text.trim() === '' ? (
          <EmptyOrFetching>
            <EmptyState icon="people" title={t`No customers yet`}>
              {t`Save customers who want receipts in their name. You don't need to save walk-in customers.`}
            </EmptyState>
          </EmptyOrFetching>
        ) : (
          <p>{t`No results`}</p>
        )
      ) : null}
      <ul className={classes.list}>
        {shown?.rows.map((row) => (
          <Group key={row.id} component="li" className="card">
            <span className={classes.words} style={{ flexBasis: '8rem' }}>
              <strong className={classes.name}>{row.name}</strong>
              <span className={classes.detail}>{formatDetail(row)}</span>
            </span>
            {row.phone === '' ? null : (
              <Button component="a" href={`tel:${row.phone}`} variant="default">
                {t`Call`}
              </Button>
            )}
          </Group>
        ))}
      </ul>
      {shown?.more ? (
        <Button variant="default" onClick={() => setLimit(limit + PAGE)}>
          {t`Show more`}
        </Button>
      ) : null}
    </div>
  )
}
