import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo, useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { RecordMarks } from '#blocks/catalogue-list/record-marks.tsx'
import { TablePage, type TableProps } from '#blocks/record-table/table-page.tsx'
import { useInside } from '#blocks/search-inside/use-inside.ts'
import { saveCustomer } from '#commands/catalogue.ts'
import { findCustomer } from '#data/customers.ts'
import { FOUND_AT_MOST } from '#data/sorted-rows.ts'
import { throttledQuery } from '#data/watch.ts'
import { fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { identificationText } from '#domain/identity/identification-text.ts'
import { phoneText } from '#domain/identity/phone.ts'
import type { Sort } from '#domain/lists/sort-rows.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { formatDay } from '#i18n/format-dates.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { saveFile } from '#ui/save-file.ts'
import { type CustomerColumn, INDEXED, readCustomers } from './read-customers.ts'
import { useOwed } from './use-owed.ts'

const PAGE = 50

/** The customers as a table, for a wide screen; all from this phone. */
export function CustomersTable({ text, off, ...rest }: TableProps) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { account, commands, db } = useAppContext()
  const today = useToday()
  const [limit, setLimit] = useState(PAGE)
  const [sort, setSort] = useState<Sort<CustomerColumn>>({ by: 'name', descending: false })
  const owed = useOwed(db)
  const { ids: inside, searching } = useInside(db, 'customers', text, FOUND_AT_MOST)
  const read = useMemo(
    () =>
      throttledQuery(() => readCustomers(db, { text, archived: off, inside, limit, sort, owed }), db.ports),
    [db, text, off, inside, limit, sort, owed],
  )
  const shown = useLiveQuery(read, [read])
  const onSwitch = async (id: string) => {
    const row = await findCustomer(db, id)
    if (!row) return false
    const result = await saveCustomer(account, commands, { customerId: id, form: row, active: off })
    return result.ok
  }
  const onExport = async (ids: readonly string[]) => {
    const { exportChosenCustomers } = await import('../export-customers.ts')
    const name = t({ context: 'start of a file name', message: 'customers' })
    saveFile(await exportChosenCustomers(db, ids), `${name}-${today}.csv`)
  }
  const amountOf = (id: string) => {
    const amount = owed.get(id)
    return amount === undefined ? '' : moneyText(amount)
  }
  return (
    <TablePage
      {...rest}
      text={text}
      off={off}
      label={t`Customers`}
      detailsLabel={t`Customer details`}
      nameTitle={t`Name`}
      shown={shown}
      busy={searching}
      sort={sort}
      onSort={setSort}
      largestFirst={['owed', 'usedAt']}
      indexed={INDEXED}
      onMore={() => setLimit(limit + PAGE)}
      onExport={onExport}
      bulk={{
        label: off ? t`Put back on the list` : t`Archive`,
        onSwitch,
        doneText: (count) =>
          off ? t`Customers back on the list: ${count}` : t`Customers archived: ${count}`,
        failedText: (count) => t`Customers that could not be saved: ${count}`,
      }}
      columns={[
        { key: 'phone', title: t`Phone number`, space: 'medium', cell: ({ phone }) => phoneText(phone) },
        { key: 'number', title: t`Identification`, space: 'wide', cell: identificationText },
        { key: 'owed', title: t`Owes`, end: true, cell: ({ id }) => amountOf(id) },
        {
          key: 'usedAt',
          title: t`Last sale here`,
          space: 'widest',
          cell: ({ usedAt }) =>
            usedAt === undefined ? '' : formatDay(fiscalDayOf(toInstant(usedAt)), today, translate),
        },
        {
          title: t`Status`,
          space: 'wide',
          cell: ({ pending }) => <RecordMarks pending={pending.kind} inactive={off} />,
        },
      ]}
    />
  )
}
