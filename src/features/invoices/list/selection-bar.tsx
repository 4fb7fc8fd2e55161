import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type ReactNode, Suspense, startTransition, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { sumCents } from '#domain/money/cents.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { Icon } from '#ui/icon.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import type { TableFormat } from '#workers/export-invoices/table-file.ts'
import { ExportProgress } from './export-progress.tsx'
import classes from './invoice-list.module.css'
import type { ListFilter } from './list-search-params.ts'
import { SubmitMany } from './submit-many.tsx'

const PrintMany = lazyComponent(async () => (await import('./print-many.tsx')).PrintMany)

type Props = {
  readonly chosen: ReadonlyMap<string, InvoiceRow>
  readonly filter: ListFilter
  /** The search results that are listed instead of the whole list. */
  readonly found: readonly InvoiceRow[] | undefined
  readonly onAll: () => void
  readonly onClose: () => void
  /** Further actions on the chosen ones. */
  readonly children?: ReactNode
}

function oldestFirst(rows: Iterable<InvoiceRow>): InvoiceRow[] {
  return [...rows].sort((a, b) => (a.orderKey < b.orderKey ? -1 : 1))
}

/** What can be done with several invoices at once: the chosen ones, and for an export also all that are listed. */
export function SelectionBar({ chosen, filter, found, onAll, onClose, children }: Props) {
  const { t } = useLingui()
  const { blocked } = useAppContext()
  const [job, setJob] = useState<'submit' | 'print' | TableFormat>()
  const rows = oldestFirst(chosen.values())
  const drafts = rows.filter((row) => row.shown === 'draft')
  const count = rows.length
  const written = count > 0 ? rows : found && oldestFirst(found)
  const isWriting = job === 'csv' || job === 'xlsx'
  const unwritable = isWriting || written?.length === 0
  const ready = drafts.length
  const total = moneyText(sumCents(rows.map((row) => row.totals.totalIncludingTax)))
  const end = () => setJob(undefined)
  // A piece at a time: in one task with the touch it would hold up the screen of a slow phone.
  const startWriting = (format: TableFormat) => startTransition(() => setJob(format))
  return (
    <aside className={classes.bar} aria-label={t`Selected invoices`}>
      <div className={classes.barHead}>
        <strong role="status">{t`Selected: ${count}`}</strong>
        <span className="dim">{count === 0 ? t`Tap the invoices you want` : total}</span>
        <button type="button" className="link-button" onClick={onAll}>
          {t({ context: 'choose all invoices of the list', message: 'Select all' })}
        </button>
        <button type="button" className="icon-button" aria-label={t`Cancel selection`} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div className={classes.barButtons}>
        <Button
          disabled={ready === 0 || blocked}
          leftSection={<Icon name="up" size={18} />}
          onClick={() => setJob('submit')}
        >
          {ready === 0 ? t`Submit` : t`Submit ${ready}`}
        </Button>
        <Button
          variant="default"
          disabled={count === 0}
          leftSection={<Icon name="printer" size={18} />}
          onClick={() => setJob('print')}
        >
          {t`Print`}
        </Button>
        <Button variant="default" disabled={unwritable} onClick={() => startWriting('xlsx')}>
          {t`Download Excel`}
        </Button>
        <Button variant="default" disabled={unwritable} onClick={() => startWriting('csv')}>
          {t`Export CSV`}
        </Button>
        {children}
      </div>
      {job === 'submit' ? <SubmitMany drafts={drafts} onDone={onClose} onCancel={end} /> : null}
      {isWriting ? <ExportProgress format={job} chosen={written} filter={filter} onEnd={end} /> : null}
      {job === 'print' ? (
        <Suspense>
          <PrintMany rows={rows} onDone={end} />
        </Suspense>
      ) : null}
    </aside>
  )
}
