import { useLingui } from '@lingui/react/macro'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { ImportSheet } from '#blocks/csv-import/import-sheet.tsx'
import { IMPORT_CHUNK, importProducts } from '#commands/import-records.ts'
import { PRODUCT_COLUMNS, PRODUCT_TABLE } from '#domain/products/product-table.ts'

/** Imports products from a CSV file. */
export function ImportProductsSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const { account, commands, db } = useAppContext()
  const today = useToday()
  const columns = PRODUCT_COLUMNS.join(', ')
  return (
    <ImportSheet
      table="products"
      db={db}
      today={today}
      columns={PRODUCT_COLUMNS}
      expected={PRODUCT_TABLE.required}
      required={PRODUCT_TABLE.required}
      chunkSize={IMPORT_CHUNK}
      write={async (running, from, count) =>
        importProducts(account, commands, await running.takeProducts(from, count))
      }
      words={{
        hint: t`The first row must contain column names, in any order. Name and unitPrice are required: ${columns}`,
        added: (count) => t`New products: ${count}`,
        updated: (count) => t`Products that change: ${count}`,
        activated: (count) => t`Products that were inactive and are sold again: ${count}`,
        same: (count) => t`Products that stay as they are: ${count}`,
        save: (count) => t`Save the products: ${count}`,
        saving: t`Saving products`,
        saved: (count) => t`Products saved on this phone: ${count}`,
        stopped: (count) => t`Stopped. Products saved on this phone: ${count}`,
        repeated: (row, first) => t`Row ${row}: the same product as row ${first}`,
        templateName: 'products-template.csv',
        failedName: 'products-failed-rows.csv',
      }}
      onClose={onClose}
    />
  )
}
