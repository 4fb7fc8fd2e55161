import { useLingui } from '@lingui/react/macro'
import { type RefObject, useEffect, useRef } from 'react'
import { SearchField } from '#blocks/pickers/search-field.tsx'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import type { ShownStatus } from '#domain/invoices/shown-status.ts'
import { formatDay } from '#i18n/format-dates.ts'
import { STATUS_LIST_NAMES } from '#i18n/status-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/icon.tsx'
import classes from './invoice-list.module.css'
import type { ListFilter } from './list-search-params.ts'

/** Statuses that need action first, final ones last. */
const ORDER: readonly ShownStatus[] = ['attention', 'draft', 'waiting', 'submitted', 'issued', 'canceled']

type Props = {
  readonly text: string
  readonly onText: (text: string) => void
  readonly search: RefObject<HTMLInputElement | null>
  readonly filter: ListFilter
  readonly onFilter: (filter: ListFilter) => void
  readonly today: FiscalDay
  readonly counts: Record<ShownStatus, number> | undefined
}

/** Search, the chosen days, and one chip for each status with its count. */
export function InvoiceFilter({ text, onText, search, filter, onFilter, today, counts }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const chips = useRef<HTMLFieldSetElement>(null)
  const { shown, period } = filter
  const { from, to } = period
  const hasPeriod = from !== undefined || to !== undefined
  const counted = counts !== undefined
  useEffect(() => {
    // The chosen chip may be beyond the edge of a phone.
    if (shown && counted) {
      chips.current
        ?.querySelector('[aria-pressed="true"]')
        ?.scrollIntoView({ inline: 'center', block: 'nearest' })
    }
  }, [shown, counted])
  const words = (day: FiscalDay | undefined) => (day === undefined ? '…' : formatDay(day, today, translate))
  return (
    <div className={classes.filter}>
      <SearchField
        value={text}
        onChange={onText}
        label={t`Search by name, number, phone, TIN or amount`}
        field={search}
      />
      <fieldset className={classes.chips} aria-label={t`Filter`} ref={chips}>
        {hasPeriod ? (
          <button
            type="button"
            className={classes.chip}
            data-period
            aria-label={t`Show all dates`}
            onClick={() => onFilter({ ...filter, period: {} })}
          >
            {from === to ? words(from) : `${words(from)} – ${words(to)}`}
            <Icon name="close" size={16} />
          </button>
        ) : null}
        <button
          type="button"
          className={classes.chip}
          aria-pressed={shown === undefined}
          onClick={() => onFilter({ ...filter, shown: undefined })}
        >
          {t({ context: 'list of invoices', message: 'All' })}
        </button>
        {ORDER.filter((status) => status === shown || (counts?.[status] ?? 0) > 0).map((status) => (
          <button
            key={status}
            type="button"
            className={classes.chip}
            data-status={status}
            aria-pressed={shown === status}
            onClick={() => onFilter({ ...filter, shown: shown === status ? undefined : status })}
          >
            {translate(STATUS_LIST_NAMES[status])}
            {hasPeriod ? null : <span className={classes.count}>{counts?.[status] ?? 0}</span>}
          </button>
        ))}
      </fieldset>
    </div>
  )
}
