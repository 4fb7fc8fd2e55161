import { useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { type KeyboardEvent, useState } from 'react'
import { SearchField } from '#blocks/pickers/search-field.tsx'
import { StatusPill } from '#blocks/status-pill/status-pill.tsx'
import { searchInvoices } from '#data/search-invoices.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { Icon } from '#ui/icon.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useWorkplace } from '../workplace.ts'
import classes from './quick.module.css'
import { useMayOpen, usePlaces } from './use-places.ts'

const SHOWN = 12

/** Moves the focus along what was found, as arrows do in every list. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const stops = [...event.currentTarget.querySelectorAll<Element>('input, a[href]')]
  const at = document.activeElement ? stops.indexOf(document.activeElement) : 0
  const next = stops[Math.min(stops.length - 1, Math.max(0, at + step))]
  if (next instanceof HTMLElement) next.focus()
}

/** Goes anywhere by writing a little of it: a screen, or an invoice by its receipt number or customer. */
export function QuickSearch({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const { db, company } = useWorkplace()
  const navigate = useNavigate()
  const places = usePlaces()
  const mayOpen = useMayOpen()
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const invoices = useLiveQuery(() => searchInvoices(db, { text, limit: SHOWN }), [db, text])
  const ways = Object.values(places).filter(
    (place) => mayOpen(place) && place.name.toLowerCase().includes(wanted),
  )
  const sells = company !== null && t`New invoice`.toLowerCase().includes(wanted)
  const openFirst = async () => {
    const [first] = invoices ?? []
    const [way] = ways
    onClose()
    if (sells) await navigate({ to: '/new-invoice' })
    else if (way) await navigate({ to: way.to })
    else if (first) await navigate({ to: '/invoice/$id', params: { id: first.id } })
  }
  return (
    <Sheet title={t`Search`} opened onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows are a second way; Tab and Enter do the same */}
      <div onKeyDown={walk}>
        <SearchField
          value={text}
          onChange={setText}
          label={t`Search invoices and screens`}
          onEnter={() => void openFirst()}
          autoFocus
        />
        <ul className={classes.found}>
          {sells ? (
            <li>
              <Link to="/new-invoice" onClick={onClose}>
                <Icon name="plus" />
                <span className={classes.name}>{t`New invoice`}</span>
              </Link>
            </li>
          ) : null}
          {ways.map((place) => (
            <li key={place.to}>
              <Link to={place.to} onClick={onClose}>
                <Icon name={place.icon} />
                <span className={classes.name}>{place.name}</span>
              </Link>
            </li>
          ))}
          {invoices?.map((row) => (
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
        {!sells && ways.length === 0 && invoices?.length === 0 ? (
          <p className="dim">{t`No results`}</p>
        ) : null}
      </div>
    </Sheet>
  )
}
