import { useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { ColumnMapping, RowFault } from '#domain/imports/import-table.ts'
import type { BadRow as Row } from '#workers/import-csv/csv-import.ts'

type Props = {
  readonly row: Row
  readonly headings: readonly string[]
  readonly columns: readonly string[]
  readonly mapping: ColumnMapping
  readonly textOf: (fault: RowFault) => string
  /** A row is being checked again. */
  readonly checking: boolean
  readonly onCorrect: (cells: readonly string[]) => void
}

/** A row that an import skips: its cells, the bad ones marked with the reason, and inputs to correct it here. */
export function BadRow({ row, headings, columns, mapping, textOf, checking, onCorrect }: Props) {
  const { t } = useLingui()
  const [cells, setCells] = useState<readonly string[]>()
  const columnOf = (fault: RowFault) => ('column' in fault ? fault.column : undefined)
  const faultsOf = (column: string) => row.faults.filter((fault) => columnOf(fault) === column)
  const mapped = columns.flatMap((column) => {
    const index = mapping[column]
    return index === undefined ? [] : [{ column, index }]
  })
  const shown = mapped.filter(({ column, index }) => row.cells[index]?.trim() || faultsOf(column).length > 0)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (cells) onCorrect(cells)
  }
  const begin = () => setCells(headings.map((_, index) => row.cells[index] ?? ''))
  return (
    <div className="card stack">
      {row.faults.map((fault) => (
        <p key={textOf(fault)} className="field-error">
          {textOf(fault)}
        </p>
      ))}
      {cells === undefined ? (
        <>
          <p className="dim">
            {shown.map(({ column, index }) => (
              <span key={column}>
                {column}:{' '}
                {faultsOf(column).length > 0 ? <mark>{row.cells[index] || '—'}</mark> : row.cells[index]}
                <br />
              </span>
            ))}
          </p>
          <Button variant="default" onClick={begin}>
            {t`Fix here`}
          </Button>
        </>
      ) : (
        <form className="stack" onSubmit={save}>
          {mapped.map(({ column, index }) => (
            <TextInput
              key={column}
              label={column}
              value={cells[index] ?? ''}
              error={faultsOf(column).map(textOf)[0]}
              onChange={({ currentTarget: { value } }) =>
                setCells(cells.map((cell, at) => (at === index ? value : cell)))
              }
            />
          ))}
          <Button type="submit" loading={checking}>
            {t`Check this row again`}
          </Button>
        </form>
      )}
    </div>
  )
}
