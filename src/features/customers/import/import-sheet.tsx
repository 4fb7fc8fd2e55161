import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { ChooseFile } from '#blocks/csv-import/choose-file.tsx'
import { RowProgress } from '#blocks/csv-import/row-progress.tsx'
import { CUSTOMER_COLUMNS } from '#domain/customers/customer-table.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { ImportPreview } from './import-preview.tsx'
import { consumeLaunchedFile } from './launched-file.ts'
import { useImport } from './use-import.ts'
import { useImportMessages } from './use-import-messages.ts'

/** Imports customers from a CSV file: shows what would be saved and the faults by row, then saves on this phone. */
export function ImportSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const importMessages = useImportMessages()
  const { state, take, write, stop, again } = useImport()
  const takeLaunched = useEffectEvent(take)
  useEffect(() => consumeLaunchedFile((file) => takeLaunched(file)), [])
  const columns = CUSTOMER_COLUMNS.join(', ')
  return (
    <Sheet title={t`Import CSV`} opened onClose={onClose} height="auto">
      {state.kind === 'choosing' ? (
        <ChooseFile
          hint={t`The first row must contain these column names, in any order: ${columns}`}
          fault={
            state.fault
              ? importMessages.ofFile(state.fault)
              : state.failed
                ? t`The file could not be read. Try again`
                : undefined
          }
          columns={CUSTOMER_COLUMNS}
          templateName="customers-template.csv"
          onFile={take}
        />
      ) : null}
      {state.kind === 'reading' || state.kind === 'writing' ? (
        <RowProgress
          label={state.kind === 'reading' ? t`Reading the file` : t`Saving customers`}
          done={state.done}
          all={state.all}
          onStop={stop}
        />
      ) : null}
      {state.kind === 'read' ? (
        <ImportPreview
          sorted={state.sorted}
          faults={state.faults}
          onWrite={() => write(state.sorted)}
          onAgain={again}
        />
      ) : null}
      {state.kind === 'done' ? (
        <div className="stack">
          <p role="status">
            {state.stopped
              ? t`Stopped. Customers saved on this phone: ${state.written}`
              : t`Customers saved on this phone: ${state.written}`}
          </p>
          <Button onClick={onClose}>{t`Close`}</Button>
        </div>
      ) : null}
      {state.kind === 'not-kept' ? (
        <p className="notice" data-tone="bad" role="alert">
          {translate(errorMessage(state.code))}
        </p>
      ) : null}
    </Sheet>
  )
}
