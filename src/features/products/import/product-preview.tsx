import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { PartitionedProducts } from '#domain/products/partition-import.ts'
import type { ProductRowError } from '#domain/products/product-table.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/icon.tsx'

/** Faults listed one by one; a file with more is best corrected in steps. */
const MAX_SHOWN_FAULTS = 100

type Props = {
  readonly sorted: PartitionedProducts
  readonly errors: readonly ProductRowError[]
  readonly ignored: readonly string[]
  readonly onWrite: () => void
  readonly onAgain: () => void
}

/** A preview of an import: what is new, what changes, what stays, and the faults by row. */
export function ProductPreview({ sorted, errors, ignored, onWrite, onAgain }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const faultText = (fault: ProductRowError): string => {
    const { row } = fault
    if (fault.kind === 'repeated') {
      const { first } = fault
      return t`Row ${row}: the same product as row ${first}`
    }
    const sentence = translate(errorMessage(fault.code))
    return t`Row ${row}: ${sentence}`
  }
  const faults = [...errors, ...sorted.repeated].sort((one, other) => one.row - other.row)
  const skipped = new Set(faults.map(({ row }) => row)).size
  const count = sorted.added.length + sorted.updated.length
  const unshown = faults.length - MAX_SHOWN_FAULTS
  const names = ignored.join(', ')
  return (
    <>
      <ul style={{ margin: 0, paddingInlineStart: '1.25rem' }}>
        <li>{t`New products: ${sorted.added.length}`}</li>
        <li>{t`Products that change: ${sorted.updated.length}`}</li>
        <li>{t`Products that stay as they are: ${sorted.unchanged}`}</li>
        <li>{t`Rows skipped: ${skipped}`}</li>
      </ul>
      {names === '' ? null : <p className="dim">{t`Columns that are not read: ${names}`}</p>}
      {faults.length > 0 ? (
        <div className="notice">
          <Icon name="alert" />
          <div>
            {faults.slice(0, MAX_SHOWN_FAULTS).map((fault) => (
              <p key={`${fault.row} ${faultText(fault)}`}>{faultText(fault)}</p>
            ))}
            {unshown > 0 ? <p>{t`And ${unshown} more`}</p> : null}
          </div>
        </div>
      ) : null}
      {count > 0 ? <Button onClick={onWrite}>{t`Save the products: ${count}`}</Button> : null}
      <Button variant="default" onClick={onAgain}>
        {t`Choose another file`}
      </Button>
    </>
  )
}
