import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { RowFault } from '#domain/customers/customer-table.ts'
import type { SortedImport } from '#domain/customers/sort-import.ts'
import { Icon } from '#ui/icon.tsx'
import { useImportWords } from './import-words.ts'

/** Faults told one by one; whoever has more mends these first. */
const MOST_FAULTS = 100

type Props = {
  readonly sorted: SortedImport
  readonly faults: readonly RowFault[]
  readonly onWrite: () => void
  readonly onAgain: () => void
}

/** What a file would do: how many are new, how many known, and what is wrong, by row. */
export function ImportPreview({ sorted, faults, onWrite, onAgain }: Props) {
  const { t } = useLingui()
  const words = useImportWords()
  const { fresh, registered, taken, repeated } = sorted
  const wrong = [
    ...[...faults, ...repeated].map((fault) => ({ row: fault.row, text: words.ofRow(fault) })),
    ...taken.map(({ row, name }) => ({ row, text: words.taken(row, name) })),
  ].sort((one, other) => one.row - other.row)
  const rows = new Set(wrong.map(({ row }) => row)).size
  const count = fresh.length
  const unshown = wrong.length - MOST_FAULTS
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
            {wrong.slice(0, MOST_FAULTS).map(({ row, text }) => (
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
