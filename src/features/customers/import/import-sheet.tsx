import { useLingui } from '@lingui/react/macro'
import { Button, FileButton, Progress } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { CUSTOMER_COLUMNS } from '#domain/customers/customer-table.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/icon.tsx'
import { saveFile } from '#ui/save-file.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { ImportPreview } from './import-preview.tsx'
import { consumeLaunchedFile } from './launched-file.ts'
import { useImport } from './use-import.ts'
import { useImportMessages } from './use-import-messages.ts'

/** A file with only the column names, to fill in with a spreadsheet. */
function saveTemplate(): void {
  const text = `\uFEFF${CUSTOMER_COLUMNS.join(',')}\r\n`
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), 'customers-template.csv')
}

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
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shortcut for the button in it
        <div
          className="stack"
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            const file = event.dataTransfer.files.item(0)
            if (file) take(file)
          }}
        >
          <p>{t`The first row must contain these column names, in any order: ${columns}`}</p>
          {state.fault || state.failed ? (
            <p className="notice" data-tone="bad" role="alert">
              {state.fault ? importMessages.ofFile(state.fault) : t`The file could not be read. Try again`}
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
        </div>
      ) : null}
      {state.kind === 'reading' || state.kind === 'writing' ? (
        <div className="stack">
          <Progress
            value={state.all === 0 ? 0 : (100 * state.done) / state.all}
            aria-label={state.kind === 'reading' ? t`Reading the file` : t`Saving customers`}
          />
          <p role="status">{t`Rows: ${state.done} of ${state.all}`}</p>
          <Button variant="default" onClick={stop}>
            {t`Cancel`}
          </Button>
        </div>
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
