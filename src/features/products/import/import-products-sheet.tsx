import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { ChooseFile } from '#blocks/csv-import/choose-file.tsx'
import { RowProgress } from '#blocks/csv-import/row-progress.tsx'
import { MAX_PRODUCT_ROWS, PRODUCT_COLUMNS, type ProductFileError } from '#domain/products/product-table.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { ProductPreview } from './product-preview.tsx'
import { useProductImport } from './use-product-import.ts'

/** Imports products from a CSV file: shows what would be saved and the faults by row, then saves on this phone. */
export function ImportProductsSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { state, take, write, stop, again } = useProductImport()
  const columns = PRODUCT_COLUMNS.join(', ')
  const faultText = (fault: ProductFileError): string => {
    switch (fault.kind) {
      case 'file-type':
        return t`Invalid file type. Only CSV files are allowed`
      case 'no-rows':
        return t`The file must have at least one data row`
      case 'too-large':
        return t`The file is too large. The limit is 5MB`
      case 'too-many-rows':
        return t`The file has too many rows. The limit is ${MAX_PRODUCT_ROWS}`
      case 'missing-columns': {
        const missing = fault.columns.join(', ')
        return t`Columns that must exist are missing: ${missing}`
      }
    }
  }
  return (
    <Sheet title={t`Import CSV`} opened onClose={onClose} height="auto">
      <div className="stack">
        {state.kind === 'choosing' ? (
          <ChooseFile
            hint={t`The first row must contain column names, in any order. Name and unitPrice are required: ${columns}`}
            fault={
              state.fault
                ? faultText(state.fault)
                : state.failed
                  ? t`The file could not be read. Try again`
                  : undefined
            }
            columns={PRODUCT_COLUMNS}
            templateName="products-template.csv"
            onFile={take}
          />
        ) : null}
        {state.kind === 'reading' || state.kind === 'writing' ? (
          <RowProgress
            label={state.kind === 'reading' ? t`Reading the file` : t`Saving products`}
            done={state.kind === 'writing' ? state.done : 0}
            all={state.kind === 'writing' ? state.all : 0}
            onStop={stop}
          />
        ) : null}
        {state.kind === 'read' ? (
          <ProductPreview
            sorted={state.sorted}
            errors={state.errors}
            ignored={state.ignored}
            onWrite={() => write(state.sorted)}
            onAgain={again}
          />
        ) : null}
        {state.kind === 'done' ? (
          <>
            <p role="status">
              {state.stopped
                ? t`Stopped. Products saved on this phone: ${state.written}`
                : t`Products saved on this phone: ${state.written}`}
            </p>
            {state.failed.map(({ row, code }) => {
              const sentence = translate(errorMessage(code))
              return <p key={row} className="field-error">{t`Row ${row}: ${sentence}`}</p>
            })}
            <Button onClick={onClose}>{t`Close`}</Button>
          </>
        ) : null}
      </div>
    </Sheet>
  )
}
