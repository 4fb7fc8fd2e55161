import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { RecordMarks } from '#blocks/catalogue-list/record-marks.tsx'
import { BulkBar } from '#blocks/record-table/bulk-bar.tsx'
import { type Selection, TablePage, type TableProps } from '#blocks/record-table/table-page.tsx'
import { saveVendor } from '#commands/vendors.ts'
import { findVendor } from '#data/vendors.ts'
import { throttledQuery } from '#data/watch.ts'
import { phoneText } from '#domain/identity/phone.ts'
import { vrnText } from '#domain/identity/vrn.ts'
import type { Sort } from '#domain/lists/sort-rows.ts'
import { INDEXED, readVendors, type VendorColumn } from './read-vendors.ts'

const PAGE = 50

/** The vendors as a table, for a wide screen; all from this phone. */
export function VendorsTable({ text, ...rest }: Omit<TableProps, 'off'>) {
  const { t } = useLingui()
  const { db } = useAppContext()
  const [limit, setLimit] = useState(PAGE)
  const [sort, setSort] = useState<Sort<VendorColumn>>({ by: 'name', descending: false })
  const read = useMemo(
    () => throttledQuery(() => readVendors(db, { text, limit, sort }), db.ports),
    [db, text, limit, sort],
  )
  const shown = useLiveQuery(read, [read])
  return (
    <TablePage
      {...rest}
      text={text}
      off={false}
      label={t`Vendors`}
      detailsLabel={t`Vendor details`}
      nameTitle={t`Vendor name`}
      shown={shown}
      busy={false}
      sort={sort}
      onSort={setSort}
      largestFirst={[]}
      indexed={INDEXED}
      onMore={() => setLimit(limit + PAGE)}
      // To activate one that was merged separates it again: that is decided for each alone.
      isChoosable={({ mergedInto }) => !mergedInto}
      bar={(selection) => <Chosen {...selection} />}
      columns={[
        { key: 'taxNumber', title: t`TIN`, space: 'medium', cell: ({ taxNumber }) => taxNumber },
        { key: 'vatNumber', title: t`VRN`, space: 'wide', cell: ({ vatNumber }) => vrnText(vatNumber) },
        { key: 'phone', title: t`Phone number`, space: 'medium', cell: ({ phone }) => phoneText(phone) },
        {
          key: 'status',
          title: t`Status`,
          space: 'wide',
          cell: ({ active, pending }) => (
            <>
              {active ? `${t({ context: 'vendors', message: 'Active' })} ` : null}
              <RecordMarks pending={pending.kind} inactive={!active} />
            </>
          ),
        },
      ]}
    />
  )
}

/** Switches the selected ones off; when all of them are off, on again. */
function Chosen({ ids, onChosen, onEnd }: Selection) {
  const { t } = useLingui()
  const { account, commands, db } = useAppContext()
  const key = ids.join(' ')
  const areOff = useLiveQuery(async () => {
    const rows = await Promise.all(key.split(' ').map((id) => findVendor(db, id)))
    return rows.every((row) => row?.active === false)
  }, [db, key])
  // Which of the two it is must not change while the rows are switched one by one.
  const [switching, setSwitching] = useState<boolean>()
  if (areOff === undefined) return null
  const activates = switching ?? areOff
  const onSwitch = async (id: string) => {
    setSwitching(activates)
    const row = await findVendor(db, id)
    if (!row) return false
    if (row.active === activates) return true
    return (await saveVendor(account, commands, { vendorId: id, form: row, active: activates })).ok
  }
  return (
    <BulkBar
      ids={ids}
      bulk={{
        label: activates ? t`Activate` : t({ context: 'switch a record off', message: 'Inactivate' }),
        onSwitch,
        doneText: (count) => (activates ? t`Vendors activated: ${count}` : t`Vendors inactivated: ${count}`),
        failedText: (count) => t`Vendors that could not be saved: ${count}`,
        question: activates
          ? { title: t`Activate these vendors?`, text: t`They will be offered for new expenses again.` }
          : {
              title: t`Inactivate these vendors?`,
              text: t`Inactive vendors are not offered for new expenses. Expenses recorded before keep them.`,
            },
      }}
      onSwitched={(failed) => {
        setSwitching(undefined)
        if (failed.length > 0) onChosen(failed)
        else onEnd(true)
      }}
      onCancel={() => onEnd(false)}
    />
  )
}
