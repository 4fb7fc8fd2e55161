import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import { listCustomers, listRecentCustomers, searchCustomers } from '#data/customers.ts'
import { isOffered } from '#data/search-rows.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import type { Customer } from '#domain/customers/customer.ts'
import { prefillCustomer } from '#domain/customers/prefill-customer.ts'
import { Icon } from '#ui/icon.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { NewCustomerForm, type SaveNewCustomer } from '../customer-form/new-customer-form.tsx'
import { useInside } from '../search-inside/use-inside.ts'
import { useCustomerDetail } from '../use-customer-detail.ts'
import classes from './pickers.module.css'
import { SearchField } from './search-field.tsx'

const SHOWN = 40

/** Recently used customers first, then the list by name, so that a new phone does not start with an empty page. */
async function suggestCustomers(db: AccountDatabase) {
  const [recent, byName] = await Promise.all([
    listRecentCustomers(db, SHOWN),
    listCustomers(db, { limit: SHOWN }),
  ])
  return [...new Map([...recent, ...byName.filter(isOffered)].map((row) => [row.id, row])).values()].slice(
    0,
    SHOWN,
  )
}

type Props = {
  readonly db: AccountDatabase
  readonly today: FiscalDay
  readonly opened: boolean
  readonly onClose: () => void
  /** `null` means a walk-in customer. */
  readonly onPick: (customer: Customer | null) => void
  /** Saves a new customer, or puts an archived one back on the list, and puts it on the invoice. */
  readonly onCreate: SaveNewCustomer
}

/** Lets the person choose the buyer: a walk-in customer, a known customer or a new one. */
export function CustomerPicker({ db, today, opened, onClose, onPick, onCreate }: Props) {
  const { t } = useLingui()
  const detailOf = useCustomerDetail()
  const [text, setText] = useState('')
  const [creating, setCreating] = useState(false)
  const { ids: inside, searching } = useInside(db, 'customers', text, SHOWN)
  const results = useLiveQuery(
    () => (text.trim() === '' ? suggestCustomers(db) : searchCustomers(db, text, SHOWN, inside)),
    [db, text, inside],
  )
  const query = text.trim()
  const close = () => {
    setText('')
    setCreating(false)
    onClose()
  }
  const pick = (customer: Customer | null) => {
    onPick(customer)
    close()
  }
  if (creating) {
    return (
      <Sheet title={t`New customer`} opened={opened} onClose={() => setCreating(false)}>
        <NewCustomerForm
          db={db}
          today={today}
          prefill={prefillCustomer(query, today)}
          onSave={async (form, archived) => {
            const refusals = await onCreate(form, archived)
            if (refusals.length === 0) close()
            return refusals
          }}
        />
      </Sheet>
    )
  }
  return (
    <Sheet title={t`Customer`} opened={opened} onClose={close}>
      <div className={classes.top}>
        <SearchField value={text} onChange={setText} label={t`Search by name or number`} autoFocus />
      </div>
      <ul className={classes.results} aria-busy={searching}>
        {text.trim() === '' ? (
          <li>
            <button type="button" className={classes.row} onClick={() => pick(null)}>
              <span className={classes.picture}>
                <Icon name="person" />
              </span>
              <span className={classes.words}>
                <span className={classes.name}>{t`Walk-in customer`}</span>
                <span className={classes.detail}>{t`No name and no number on the receipt`}</span>
              </span>
            </button>
          </li>
        ) : null}
        <li>
          <button type="button" className={classes.row} onClick={() => setCreating(true)}>
            <span className={classes.picture}>
              <Icon name="plus" />
            </span>
            <span className={classes.words}>
              <span className={classes.name}>{query === '' ? t`New customer` : t`Add “${query}”`}</span>
            </span>
          </button>
        </li>
        {results?.map((customer) => (
          <li key={customer.id}>
            <button type="button" className={classes.row} onClick={() => pick(customer)}>
              <span className={classes.picture}>{customer.name.slice(0, 1).toUpperCase()}</span>
              <span className={classes.words}>
                <span className={classes.name}>{customer.name}</span>
                <span className={classes.detail}>{detailOf(customer)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {results?.length === 0 && text.trim() !== '' && !searching ? (
        <p className={classes.none}>{t`No results`}</p>
      ) : null}
    </Sheet>
  )
}
