import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { SearchField } from '#blocks/pickers/search-field.tsx'
import type { ShownStatus } from '#domain/invoices/shown-status.ts'
import { STATUS_LIST_NAMES } from '#i18n/status-names.ts'
import { useSay } from '#i18n/use-say.ts'
import classes from './invoice-list.module.css'

/** What asks for something first, what is at rest last. */
const ORDER: readonly ShownStatus[] = ['attention', 'draft', 'waiting', 'submitted', 'issued', 'canceled']

type Props = {
  readonly text: string
  readonly onText: (text: string) => void
  readonly shown: ShownStatus | undefined
  readonly onFilter: (shown: ShownStatus | undefined) => void
  readonly counts: Record<ShownStatus, number> | undefined
}

/** Search, and one chip for each status with how many there are. */
export function InvoiceFilter({ text, onText, shown, onFilter, counts }: Props) {
  const { t } = useLingui()
  const say = useSay()
  const chips = useRef<HTMLFieldSetElement>(null)
  const counted = counts !== undefined
  useEffect(() => {
    // The chosen chip may stand beyond the edge of a phone.
    if (shown && counted) {
      chips.current
        ?.querySelector('[aria-pressed="true"]')
        ?.scrollIntoView({ inline: 'center', block: 'nearest' })
    }
  }, [shown, counted])
  return (
    <div className={classes.filter}>
      <SearchField value={text} onChange={onText} label={t`Search customer or receipt number`} />
      <fieldset className={classes.chips} aria-label={t`Filter`} ref={chips}>
        <button
          type="button"
          className={classes.chip}
          aria-pressed={shown === undefined}
          onClick={() => onFilter(undefined)}
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
            onClick={() => onFilter(shown === status ? undefined : status)}
          >
            {say(STATUS_LIST_NAMES[status])}
            <span className={classes.count}>{counts?.[status] ?? 0}</span>
          </button>
        ))}
      </fieldset>
    </div>
  )
}
