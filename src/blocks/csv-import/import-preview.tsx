import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ColumnMapping } from '#domain/imports/import-table.ts'
import { saveFile } from '#ui/save-file.ts'
import { useAction } from '#ui/use-action.ts'
import { startTable } from '#workers/export-invoices/start-table.ts'
import type { ImportSummary, BadRow as Row } from '#workers/import-csv/csv-import.ts'
import { BadRow } from './bad-row.tsx'
import type { ImportWords } from './import-words.ts'
import type { FaultText } from './use-fault-text.ts'

type Props = {
  readonly summary: ImportSummary
  readonly headings: readonly string[]
  readonly columns: readonly string[]
  readonly mapping: ColumnMapping
  readonly words: ImportWords
  readonly faultText: FaultText
  /** `undefined` when the import was closed meanwhile. */
  readonly listFailed: (from: number, count: number) => Promise<readonly Row[] | undefined>
  readonly onCorrect: (row: number, cells: readonly string[]) => Promise<void>
  readonly onSave: () => void
  readonly onColumns: () => void
  readonly onAgain: () => void
}

/** Failed rows that the worker gives out at a time: more of them would block the page. */
const DOWNLOADED_ROWS = 500

/** What an import would do: how many records it adds, changes and leaves, and each row that it skips with the reason. */
export function ImportPreview(props: Props) {
  const { summary, headings, columns, mapping, words, faultText, onCorrect } = props
  const { t } = useLingui()
  const [busy, run] = useAction()
  const [checking, check] = useAction()
  const { add, update, activated, same, skip, bad, ignored } = summary
  const names = ignored.join(', ')
  const unshown = skip - bad.length
  const download = async () => {
    const reason = t`Reason`
    const table = await startTable({ format: 'csv', sheet: '', columns: [...headings, reason], wide: [] })
    try {
      for (let from = 0; from < skip; from += DOWNLOADED_ROWS) {
        const failed = await props.listFailed(from, DOWNLOADED_ROWS)
        if (!failed) return
        const rows = failed.map(({ row, cells, faults }) => {
          const texts = headings.map((_, index) => cells[index] ?? '')
          return [...texts, faults.map((fault) => faultText.ofRow(row, fault)).join('; ')]
        })
        await table.add(rows.map((texts) => texts.map((text) => ({ kind: 'text' as const, text }))))
      }
      saveFile(await table.finish(), words.failedName)
    } finally {
      table.close()
    }
  }
  return (
    <div className="stack">
      <ul style={{ margin: 0, paddingInlineStart: '1.25rem' }}>
        <li>{words.added(add)}</li>
        <li>{words.updated(update)}</li>
        {activated > 0 ? <li>{words.activated(activated)}</li> : null}
        <li>{words.same(same)}</li>
        <li>{t`Rows skipped: ${skip}`}</li>
      </ul>
      {names === '' ? null : <p className="dim">{t`Columns that are not read: ${names}`}</p>}
      {add + update > 0 ? (
        <Button onClick={props.onSave} disabled={checking}>
          {words.save(add + update)}
        </Button>
      ) : null}
      {skip > 0 ? (
        <Button variant="default" loading={busy} disabled={checking} onClick={() => void run(download)}>
          {t`Download failed rows`}
        </Button>
      ) : null}
      <Button variant="default" onClick={props.onColumns} disabled={checking}>
        {t`Choose the columns`}
      </Button>
      <Button variant="default" onClick={props.onAgain}>
        {t`Choose another file`}
      </Button>
      {bad.map((row) => (
        <BadRow
          key={`${row.row} ${row.cells.join('\n')}`}
          row={row}
          headings={headings}
          columns={columns}
          mapping={mapping}
          textOf={(fault) => faultText.ofRow(row.row, fault)}
          checking={checking}
          onCorrect={(cells) => void check(() => onCorrect(row.row, cells))}
        />
      ))}
      {unshown > 0 ? <p>{t`And ${unshown} more`}</p> : null}
    </div>
  )
}
