import { useLingui } from '@lingui/react/macro'
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { type ColumnMapping, ignoredHeadings } from '#domain/imports/import-table.ts'
import type { OpenedFile } from '#workers/import-csv/csv-import.ts'

type Props = {
  readonly opened: OpenedFile
  readonly mapping: ColumnMapping
  readonly columns: readonly string[]
  readonly required: readonly string[]
  /** Why the person is asked; absent when they asked themselves. */
  readonly reason: string | undefined
  readonly onMapped: (mapping: ColumnMapping) => void
  readonly onAgain: () => void
}

/** Asks which column of a file each of our columns is read from, with the first value of each as an example. */
export function MapColumns({ opened, mapping, columns, required, reason, onMapped, onAgain }: Props) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<ColumnMapping>(mapping)
  const choices = opened.headings.map((heading, index) => {
    const example = opened.samples.map((cells) => cells[index] ?? '').find((cell) => cell.trim() !== '')
    return { value: String(index), label: example === undefined ? heading : `${heading} (${example})` }
  })
  const choose = (column: string, value: string) => {
    const { [column]: _, ...others } = chosen
    setChosen(value === '' ? others : { ...others, [column]: Number(value) })
  }
  const missing = required.filter((column) => chosen[column] === undefined)
  const ignored = ignoredHeadings(opened.headings, chosen).join(', ')
  return (
    <div className="stack">
      {reason === undefined ? null : (
        <p className="notice" role="alert">
          {reason}
        </p>
      )}
      <p>{t`Choose the column of your file for each of these:`}</p>
      {columns.map((column) => (
        <NativeSelect
          key={column}
          label={column}
          value={String(chosen[column] ?? '')}
          onChange={(event) => choose(column, event.currentTarget.value)}
          data={[{ value: '', label: t`Not in the file` }, ...choices]}
          withAsterisk={required.includes(column)}
        />
      ))}
      {ignored === '' ? null : <p className="dim">{t`Columns that are not read: ${ignored}`}</p>}
      <Button disabled={missing.length > 0} onClick={() => onMapped(chosen)}>
        {t`Check the rows`}
      </Button>
      <Button variant="default" onClick={onAgain}>
        {t`Choose another file`}
      </Button>
    </div>
  )
}
