import { Suspense, useEffect, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import type { Selection } from '#blocks/record-table/table-page.tsx'
import { readRows } from '#data/read-rows.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import type { ListFilter } from '../list-search-params.ts'
import { FurtherActions } from './further-actions.tsx'

const SelectionBar = lazyComponent(async () => (await import('../selection-bar.tsx')).SelectionBar)

type Props = Selection & {
  /** The rows of the table. */
  readonly listed: readonly InvoiceRow[]
  /** What a search found, which is exported when nothing is selected. */
  readonly found: readonly InvoiceRow[] | undefined
  readonly filter: ListFilter
}

/** What can be done with the selected invoices; also with those that a search or a filter no longer shows. */
export function ChosenInvoices({ ids, onChosen, onEnd, listed, found, filter }: Props) {
  const { db } = useAppContext()
  const [chosen, setChosen] = useState<ReadonlyMap<string, InvoiceRow>>()
  const key = ids.join(' ')
  // As they were when they were selected, and not watched: a draft is submitted with the content that was seen.
  useEffect(() => {
    let mounted = true
    void db
      .run(() => readRows(db.invoices, key.split(' ').filter(Boolean)))
      .then((rows) => {
        if (mounted) setChosen(new Map(rows.flatMap((row) => (row ? [[row.id, row]] : []))))
      })
    return () => {
      mounted = false
    }
  }, [db, key])
  if (chosen === undefined) return null
  return (
    <Suspense>
      {/* The bar is at the lower edge of the screen: the last rows can be scrolled above it. */}
      <div style={{ height: '8rem' }} />
      <SelectionBar
        chosen={chosen}
        filter={filter}
        found={found}
        onAll={() => onChosen([...ids, ...listed.map(({ id }) => id)])}
        onClose={() => onEnd(false)}
      >
        <FurtherActions rows={[...chosen.values()]} onChosen={onChosen} onDone={() => onEnd(true)} />
      </SelectionBar>
    </Suspense>
  )
}
