import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { ImportSheet } from '#blocks/csv-import/import-sheet.tsx'
import { IMPORT_CHUNK, importCustomers } from '#commands/import-records.ts'
import { CUSTOMER_COLUMNS, CUSTOMER_TABLE } from '#domain/customers/customer-table.ts'
import { countText } from '#domain/text/count-text.ts'
import { consumeLaunchedFile } from './launched-file.ts'

/** Imports customers from a CSV file. */
export function ImportCustomersSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const { account, commands, db } = useAppContext()
  const today = useToday()
  const columns = CUSTOMER_COLUMNS.join(', ')
  return (
    <ImportSheet
      table="customers"
      db={db}
      today={today}
      columns={CUSTOMER_COLUMNS}
      // All must exist (spec §5): for a file without one of them, the person says what its columns are.
      expected={CUSTOMER_COLUMNS}
      required={CUSTOMER_TABLE.required}
      chunkSize={IMPORT_CHUNK}
      write={async (running, from, count) =>
        importCustomers(account, commands, await running.takeCustomers(from, count))
      }
      words={{
        hint: t`The first row must contain these column names, in any order: ${columns}`,
        added: (count) => t`New customers: ${count}`,
        updated: (count) => t`Customers that change: ${count}`,
        activated: (count) => t`Archived customers that are put back on the list: ${count}`,
        same: (count) => t`Already registered: ${count}`,
        save: (count) => {
          // `#` would load the number format of the language, which on a slow phone is a long task by itself.
          const many = countText(count)
          return t`${plural(count, { one: `Save ${many} customer`, other: `Save ${many} customers` })}`
        },
        saving: t`Saving customers`,
        saved: (count) => t`Customers saved on this phone: ${count}`,
        stopped: (count) => t`Stopped. Customers saved on this phone: ${count}`,
        repeated: (row, first) => t`Row ${row}: the same customer as row ${first}`,
        templateName: 'customers-template.csv',
        failedName: 'customers-failed-rows.csv',
      }}
      launched={consumeLaunchedFile}
      onClose={onClose}
    />
  )
}
