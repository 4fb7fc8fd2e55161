import { useLingui } from '@lingui/react/macro'
import { Button, FileButton, Progress } from '@mantine/core'
import { MAX_PRODUCT_ROWS, PRODUCT_COLUMNS, type ProductFileError } from '#domain/products/product-table.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/icon.tsx'
import { saveFile } from '#ui/save-file.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { ProductPreview } from './product-preview.tsx'
import { useProductImport } from './use-product-import.ts'

/** A file with only the column names, to fill in with a spreadsheet. */
function saveTemplate(): void {
  const text = `\uFEFF${PRODUCT_COLUMNS.join(',')}\r\n`
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), 'products-template.csv')
}

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
          <>
            <p>{t`The first row must contain column names, in any order. Name and unitPrice are required: ${columns}`}</p>
            {state.fault || state.failed ? (
              <p className="notice" data-tone="bad" role="alert">
                {state.fault ? faultText(state.fault) : t`The file could not be read. Try again`}
              </p>
            ) : null}
            <FileButton onChange={(file) => file && take(file)} accept=".csv,text/csv">
              {(props) => (
                <Button {...props} leftSection={<Icon name="paper" size={18} />} data-autofocus>
                  {t`Choose a file`}
                </Button>
              )}
            </FileButton>
            <Button variant="default" onClick={saveTemplate}>
              {t`Download the template`}
            </Button>
          </>
        ) : null}
        {state.kind === 'reading' || state.kind === 'writing' ? (
          <>
            <Progress
              value={state.kind === 'writing' && state.all > 0 ? (100 * state.done) / state.all : 0}
              aria-label={state.kind === 'reading' ? t`Reading the file` : t`Saving products`}
            />
            {state.kind === 'writing' ? <p role="status">{t`Rows: ${state.done} of ${state.all}`}</p> : null}
            <Button variant="default" onClick={stop}>
              {t`Cancel`}
            </Button>
          </>
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
