import { useLingui } from '@lingui/react/macro'
import { MAX_IMPORT_ROWS, type RowFault } from '#domain/imports/import-table.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import type { FileFault } from './use-csv-import.ts'

/** The messages of an import (spec §5, §8); `same` is the sentence for a record that a row above has already. */
export function useFaultText(columns: readonly string[], same: (row: number, first: number) => string) {
  const { t } = useLingui()
  const translate = useTranslate()
  const names = columns.join(', ')
  return {
    ofFile: (fault: FileFault): string => {
      switch (fault.kind) {
        case 'file-required':
          return t`A file is required. Choose a CSV file`
        case 'file-type':
          return t`Invalid file type. Only CSV files are allowed`
        case 'no-rows':
          return t`The file must have at least one data row`
        case 'too-large':
          return t`The file is too large. The limit is 20MB`
        case 'too-many-rows':
          return t`The file has too many rows. The limit is ${MAX_IMPORT_ROWS}`
        case 'unreadable':
          return t`The file could not be read. Try again`
        case 'missing-columns': {
          if (fault.none) return t`The columns of the file are not correct. Expected: ${names}`
          const missing = fault.columns.join(', ')
          return t`All columns must exist: ${names}. Missing: ${missing}`
        }
      }
    },
    ofRow: (row: number, fault: RowFault): string => {
      switch (fault.kind) {
        case 'columns': {
          const { found, expected } = fault
          return t`Row ${row} does not have the right number of columns: ${found}, ${expected} expected`
        }
        case 'value': {
          const { column } = fault
          return t`Row ${row}: the value of ${column} is required`
        }
        case 'shortened': {
          const { column } = fault
          return t`Row ${row}: a program such as Excel has shortened the number in ${column}. Enter the whole number`
        }
        case 'field': {
          const sentence = translate(errorMessage(fault.code))
          return t`Row ${row}: ${sentence}`
        }
        case 'repeated':
          return same(row, fault.first)
        case 'ambiguous': {
          const { name } = fault
          return t`Row ${row}: several products are called ${name}. Add the SKU or the barcode to this row`
        }
        case 'taken': {
          const { name, archived } = fault
          return archived
            ? t`Row ${row}: ${name}, who is in the archive, has this number. Correct the name or the number in this row`
            : t`Row ${row}: ${name} already has this number`
        }
      }
    },
    ofCode: (row: number, code: string): string => {
      const sentence = translate(errorMessage(code))
      return t`Row ${row}: ${sentence}`
    },
  }
}
export type FaultText = ReturnType<typeof useFaultText>
