import { useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { type KeyboardEvent, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { useMenu } from '#app-context/use-menu.ts'
import { SearchField } from '#blocks/pickers/search-field.tsx'
import { findInside } from '#blocks/search-inside/find-inside.ts'
import { useInside } from '#blocks/search-inside/use-inside.ts'
import { StatusPill } from '#blocks/status-pill/status-pill.tsx'
import { useCustomerDetail } from '#blocks/use-customer-detail.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { searchCustomers } from '#data/customers.ts'
import { searchProducts } from '#data/product-search.ts'
import { searchInvoices } from '#data/search-invoices.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { Icon } from '#ui/icon.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import classes from './quick.module.css'

const SHOWN = 12
/** The limit for customers and for products: the invoices of a customer are found by the name as well. */
const SHOWN_RECORDS = 5

function isIn(name: string, written: string): boolean {
  return name.toLowerCase().includes(written.trim().toLowerCase())
}

/** Searches everything on this phone; nothing for an empty text. */
async function findAll(
  db: AccountDatabase,
  text: string,
  hasCompany: boolean,
  inside: { readonly customers?: readonly string[]; readonly products?: readonly string[] },
) {
  const [invoices, customers, products] = await Promise.all([
    searchInvoices(db, { text, limit: SHOWN }),
    text.trim() === '' || !hasCompany ? [] : searchCustomers(db, text, SHOWN_RECORDS, inside.customers),
    text.trim() === '' || !hasCompany ? [] : searchProducts(db, text, SHOWN_RECORDS, inside.products),
  ])
  return { invoices, customers, products }
}

/** Moves the focus through the results with the arrow keys. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const stops = [...event.currentTarget.querySelectorAll<Element>('input, a[href]')]
  const at = document.activeElement ? stops.indexOf(document.activeElement) : 0
  const next = stops[Math.min(stops.length - 1, Math.max(0, at + step))]
  if (next instanceof HTMLElement) next.focus()
}

/**
 * Opens anything by typing a part of it: a screen, a customer, a product, or an invoice by its number or customer.
 */
export function QuickSearch({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const { db, company } = useAppContext()
  const navigate = useNavigate()
  const menu = useMenu()
  const [text, setText] = useState('')
  const formatCustomerDetail = useCustomerDetail()
  const insideCustomers = useInside(db, 'customers', company ? text : '', SHOWN_RECORDS)
  const insideProducts = useInside(db, 'products', company ? text : '', SHOWN_RECORDS)
  const searching = insideCustomers.searching || insideProducts.searching
  const found = useLiveQuery(
    () =>
      findAll(db, text, company !== null, { customers: insideCustomers.ids, products: insideProducts.ids }),
    [db, text, company, insideCustomers.ids, insideProducts.ids],
  )
  const { invoices = [], customers = [], products = [] } = found ?? {}
  const entriesMatching = (written: string) =>
    [...menu.places, ...menu.more].filter((place) => isIn(place.label, written))
  const matchesNewInvoice = (written: string) => company !== null && isIn(t`New invoice`, written)
  const matchingEntries = entriesMatching(text)
  const showsNewInvoice = matchesNewInvoice(text)
  /** Searches again: a person who types and presses Enter is quicker than the list. */
  const openFirst = async (written: string) => {
    const [firstEntry] = entriesMatching(written)
    const [insideFirst, insideSecond] = await Promise.all(
      (['customers', 'products'] as const).map((table) => findInside(db, table, written, SHOWN_RECORDS)),
    )
    const inside = { customers: insideFirst ?? [], products: insideSecond ?? [] }
    const first = await findAll(db, written, company !== null, inside)
    const [customer, product, invoice] = [first.customers[0], first.products[0], first.invoices[0]]
    onClose()
    if (matchesNewInvoice(written)) await navigate({ to: '/new-invoice' })
    else if (firstEntry) await navigate({ to: firstEntry.to })
    else if (customer) await navigate({ to: '/customer/$id', params: { id: customer.id } })
    else if (product) await navigate({ to: '/products', search: { open: product.id } })
    else if (invoice) await navigate({ to: '/invoice/$id', params: { id: invoice.id } })
  }
  return (
    <Sheet title={t`Search`} opened onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows are an alternative; Tab and Enter do the same */}
      <div onKeyDown={moveFocus}>
        <SearchField
          value={text}
          onChange={setText}
          label={t`Search screens, customers, products and invoices`}
          onEnter={(written) => void openFirst(written)}
          autoFocus
        />
        <ul className={classes.found} aria-busy={searching}>
          {showsNewInvoice ? (
            <li>
              <Link to="/new-invoice" onClick={onClose}>
                <Icon name="plus" />
                <span className={classes.name}>{t`New invoice`}</span>
              </Link>
            </li>
          ) : null}
          {matchingEntries.map((place) => (
            <li key={place.to}>
              <Link to={place.to} onClick={onClose}>
                <Icon name={place.icon} />
                <span className={classes.name}>{place.label}</span>
              </Link>
            </li>
          ))}
          {customers.map((row) => (
            <li key={row.id}>
              <Link to="/customer/$id" params={{ id: row.id }} onClick={onClose}>
                <Icon name="people" />
                <span className={classes.name}>
                  {row.name}
                  <span className="dim small"> {formatCustomerDetail(row)}</span>
                </span>
              </Link>
            </li>
          ))}
          {products.map((row) => (
            <li key={row.id}>
              <Link to="/products" search={{ open: row.id }} onClick={onClose}>
                <Icon name="box" />
                <span className={classes.name}>{row.name}</span>
                {row.unitPrice === 0 ? null : moneyText(row.unitPrice)}
              </Link>
            </li>
          ))}
          {invoices.map((row) => (
            <li key={row.id}>
              <Link to="/invoice/$id" params={{ id: row.id }} onClick={onClose}>
                <span className={classes.name}>
                  {row.customer.name === '' ? t`Walk-in customer` : row.customer.name}
                  <span className="dim small"> {row.receipt?.rctvnum}</span>
                </span>
                {moneyText(row.totals.totalIncludingTax)}
                <StatusPill status={row.shown} />
              </Link>
            </li>
          ))}
        </ul>
        {found &&
        !searching &&
        !showsNewInvoice &&
        matchingEntries.length + customers.length + products.length + invoices.length === 0 ? (
          <p className="dim">{t`No results`}</p>
        ) : null}
      </div>
    </Sheet>
  )
}
