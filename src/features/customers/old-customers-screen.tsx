import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { EmptyOrFetching } from '#app-context/empty-or-fetching.tsx'
import { NoCompany } from '#blocks/no-company.tsx'
import { SearchField } from '#blocks/pickers/search-field.tsx'
import classes from '#blocks/report/report-table.module.css'
import { useInside } from '#blocks/search-inside/use-inside.ts'
import type { CustomerRow } from '#data/rows.ts'
import { identificationText } from '#domain/identity/identification-text.ts'
import { phoneText } from '#domain/identity/phone.ts'
import { Icon } from '#ui/icon.tsx'
import { listShownCustomers } from './list-shown.ts'
import { NoCustomers } from './no-customers.tsx'

const PAGE = 20

const START = { textAlign: 'start', verticalAlign: 'middle', whiteSpace: 'nowrap' } as const

function CustomersTable({ rows }: { readonly rows: readonly CustomerRow[] }) {
  const { t } = useLingui()
  const columns = [t`Name`, t`Phone number`, t`Identification`, t`Email`, t`VAT registration number (VRN)`]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by the keyboard
    <section tabIndex={0} aria-label={t`Customers`} style={{ overflowX: 'auto' }}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col" style={START}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row" style={{ ...START, minWidth: '8rem', whiteSpace: 'normal' }}>
                <Link
                  to="/customer/$id"
                  params={{ id: row.id }}
                  className={classes.open}
                  style={{ display: 'inline-flex', alignItems: 'center' }}
                >
                  {row.name}
                </Link>
              </th>
              <td style={START}>
                {row.phone === '' ? null : (
                  <a
                    href={`tel:${row.phone}`}
                    className={classes.open}
                    style={{ display: 'inline-flex', alignItems: 'center' }}
                  >
                    {phoneText(row.phone)}
                  </a>
                )}
              </td>
              <td style={START}>{identificationText(row)}</td>
              <td style={START}>{row.email}</td>
              <td style={START}>{row.vatRegistrationNumber}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The earlier page of customers, light for weak phones: a plain table of what is known of each, without charts or tour. */
export function OldCustomersScreen() {
  const { t } = useLingui()
  const { company, db } = useAppContext()
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
            <NoCustomers archived={false} />
          </EmptyOrFetching>
        ) : (
          <p>{t`No results`}</p>
        )
      ) : null}
      {shown && shown.rows.length > 0 ? <CustomersTable rows={shown.rows} /> : null}
      {shown?.more ? (
        <Button variant="default" onClick={() => setLimit(limit + PAGE)}>
          {t`Show more`}
        </Button>
      ) : null}
    </div>
  )
}
