import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { RowError } from '#domain/customers/customer-table.ts'
import type { PartitionedImport } from '#domain/customers/partition-import.ts'
import { Icon } from '#ui/icon.tsx'
import { useImportMessages } from './use-import-messages.ts'

/** Faults listed one by one; a file with more is best corrected in steps. */
const MAX_SHOWN_FAULTS = 100

type Props = {
  readonly sorted: PartitionedImport
  readonly faults: readonly RowError[]
  readonly onWrite: () => void
  readonly onAgain: () => void
}

/** A preview of an import: how many customers are new, how many known, and the faults by row. */
export function ImportPreview({ sorted, faults, onWrite, onAgain }: Props) {
  const { t } = useLingui()
  const importMessages = useImportMessages()
  const { newRows: newCustomers, registered, conflicts: taken, duplicates: repeated } = sorted
  const wrong = [
    ...[...faults, ...repeated].map((fault) => ({ row: fault.row, text: importMessages.ofRow(fault) })),
    ...taken.map(({ row, name }) => ({ row, text: importMessages.taken(row, name) })),
  ].sort((one, other) => one.row - other.row)
  const rows = new Set(wrong.map(({ row }) => row)).size
  const count = newCustomers.length
  const unshown = wrong.length - MAX_SHOWN_FAULTS
  return (
    <div className="stack">
      <ul style={{ margin: 0, paddingInlineStart: '1.25rem' }}>
        <li>{t`New customers: ${count}`}</li>
        <li>{t`Already registered: ${registered}`}</li>
        <li>{t`Rows skipped: ${rows}`}</li>
      </ul>
      {wrong.length > 0 ? (
        <div className="notice">
          <Icon name="alert" />
          <div>
            {wrong.slice(0, MAX_SHOWN_FAULTS).map(({ row, text }) => (
              <p key={`${row} ${text}`}>{text}</p>
            ))}
            {unshown > 0 ? <p>{t`And ${unshown} more`}</p> : null}
          </div>
        </div>
      ) : null}
      {count > 0 ? (
        <Button
          onClick={onWrite}
        >{t`${plural(count, { one: 'Save # customer', other: 'Save # customers' })}`}</Button>
      ) : null}
      <Button variant="default" onClick={onAgain}>
        {t`Choose another file`}
      </Button>
    </div>
  )
}
