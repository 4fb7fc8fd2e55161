import { useLingui } from '@lingui/react/macro'
import {
  CUSTOMER_COLUMNS,
  type FileError,
  MAX_IMPORT_ROWS,
  type RowError,
} from '#domain/customers/customer-table.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'

/** The messages of an import (spec §5, §8). */
export function useImportMessages() {
  const { t } = useLingui()
  const translate = useTranslate()
  const columns = CUSTOMER_COLUMNS.join(', ')
  return {
    ofFile: (fault: FileError): string => {
      switch (fault.kind) {
        case 'file-type':
          return t`Invalid file type. Only CSV files are allowed`
        case 'no-rows':
          return t`The file must have at least one data row`
        case 'too-large':
          return t`The file is too large. The limit is 5MB`
        case 'too-many-rows':
          return t`The file has too many rows. The limit is ${MAX_IMPORT_ROWS}`
        case 'wrong-columns':
          return t`The columns of the file are not correct. Expected: ${columns}`
        case 'missing-columns': {
          const missing = fault.columns.join(', ')
          return t`All columns must exist: ${columns}. Missing: ${missing}`
        }
      }
    },
    ofRow: (fault: RowError): string => {
      const { row } = fault
      switch (fault.kind) {
        case 'columns': {
          const { found, expected } = fault
          return t`Row ${row} does not have the right number of columns: ${found}, ${expected} expected`
        }
        case 'value': {
          const { column } = fault
          return t`Row ${row}: the value of ${column} is required`
        }
        case 'field': {
          const sentence = translate(errorMessage(fault.code))
          return t`Row ${row}: ${sentence}`
        }
        case 'repeated': {
          const { first } = fault
          return t`Row ${row}: the same customer as row ${first}`
        }
      }
    },
    taken: (row: number, name: string): string => t`Row ${row}: ${name} already has this number`,
  }
}
