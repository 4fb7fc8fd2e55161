import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useEffectEvent } from 'react'
import { findMeta } from '#data/meta.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { ChooseFile } from './choose-file.tsx'
import { ImportPreview } from './import-preview.tsx'
import type { ImportWords } from './import-words.ts'
import { MapColumns } from './map-columns.tsx'
import { NotKept } from './not-kept.tsx'
import { RowProgress } from './row-progress.tsx'
import { type ImportOptions, useCsvImport } from './use-csv-import.ts'
import { useFaultText } from './use-fault-text.ts'

type Props = ImportOptions & {
  readonly required: readonly string[]
  readonly words: ImportWords
  /** Passes a file that the app was opened with, once there is one. */
  readonly launched?: (onFile: (file: File) => void) => void
  readonly onClose: () => void
}

/** Imports records from a CSV file: columns, preview with the faults of each row, then writing on this phone. */
export function ImportSheet({ required, words, launched, onClose, ...options }: Props) {
  const { t } = useLingui()
  const { columns, expected, table, db } = options
  const faultText = useFaultText(columns, words.repeated)
  const flow = useCsvImport(options)
  const { state } = flow
  const takeLaunched = useEffectEvent((file: File) => flow.take(file))
  useEffect(() => launched?.((file) => takeLaunched(file)), [launched])
  const unfinished = useLiveQuery(() => findMeta(db, 'import'), [db])
  const reasonToAsk = () => {
    if (state.kind !== 'mapping') return undefined
    const missing = expected.filter((column) => state.opened.mapping[column] === undefined)
    const none = Object.keys(state.opened.mapping).length === 0
    return missing.length > 0
      ? faultText.ofFile({ kind: 'missing-columns', columns: missing, none })
      : undefined
  }
  return (
    <Sheet title={t`Import CSV`} opened onClose={onClose} height="auto">
      {state.kind === 'choosing' ? (
        <div className="stack">
          {unfinished?.table === table ? (
            <div className="notice stack">
              <p>{t`The import of ${unfinished.name} was interrupted.`}</p>
              <Button onClick={flow.resume}>{t`Continue the import`}</Button>
            </div>
          ) : null}
          <ChooseFile
            hint={words.hint}
            fault={state.fault && faultText.ofFile(state.fault)}
            columns={columns}
            templateName={words.templateName}
            onFile={flow.take}
          />
        </div>
      ) : null}
      {state.kind === 'reading' || state.kind === 'writing' ? (
        <RowProgress
          label={state.kind === 'reading' ? t`Reading the file` : words.saving}
          done={state.done}
          all={state.all}
          onStop={flow.stop}
        />
      ) : null}
      {state.kind === 'mapping' ? (
        <MapColumns
          opened={state.opened}
          mapping={state.mapping}
          columns={columns}
          required={required}
          reason={reasonToAsk()}
          onMapped={(mapping) => flow.map(state.opened, mapping)}
          onAgain={flow.again}
        />
      ) : null}
      {state.kind === 'preview' ? (
        <ImportPreview
          summary={state.summary}
          headings={state.opened.headings}
          columns={columns}
          mapping={state.mapping}
          words={words}
          faultText={faultText}
          listFailed={flow.listFailed}
          onCorrect={flow.correct}
          onSave={flow.save}
          onColumns={() => flow.chooseColumns(state.opened, state.mapping)}
          onAgain={flow.again}
        />
      ) : null}
      {state.kind === 'done' ? (
        <div className="stack">
          <p role="status">{state.stopped ? words.stopped(state.written) : words.saved(state.written)}</p>
          {state.failed.map(({ row, code }) => (
            <p key={row} className="field-error">
              {faultText.ofCode(row, code)}
            </p>
          ))}
          <Button onClick={onClose}>{t`Close`}</Button>
        </div>
      ) : null}
      {state.kind === 'not-kept' ? <NotKept code={state.code} onAgain={flow.again} /> : null}
    </Sheet>
  )
}
