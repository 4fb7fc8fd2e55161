import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { DayList } from '#blocks/day-list/day-list.tsx'
import type { InvoiceRow } from '#data/rows.ts'
import { BY_SALE_DAY } from './by-sale-day.ts'
import { ListRow } from './list-row.tsx'

type Props = Pick<ComponentProps<typeof DayList<InvoiceRow>>, 'rows' | 'today' | 'onEnd'> & {
  /** How many were found, for screen readers. */
  readonly found: number | undefined
  /** Ids of the chosen rows; absent outside of the selection. */
  readonly chosen: ReadonlySet<string> | undefined
  readonly onOpen: ComponentProps<typeof ListRow>['onOpen']
}

export function InvoiceRows({ found, chosen, onOpen, ...list }: Props) {
  const { t } = useLingui()
  return (
    <DayList
      {...list}
      grouping={BY_SALE_DAY}
      renderRow={(row) => <ListRow row={row} chosen={chosen?.has(row.id)} onOpen={onOpen} />}
    >
      {found === undefined ? null : (
        <p className="visually-hidden" role="status">
          {t`Results: ${found}`}
        </p>
      )}
    </DayList>
  )
}
