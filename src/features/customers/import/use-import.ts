import { useEffect, useRef, useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { importCustomers } from '#commands/import-customers.ts'
import type { FileError, RowError } from '#domain/customers/customer-table.ts'
import { type PartitionedImport, partitionImport } from '#domain/customers/partition-import.ts'
import { readCustomersInWorker } from '#workers/import-csv/start-csv.ts'

/** The state of an import. */
export type ImportState =
  | { readonly kind: 'choosing'; readonly fault?: FileError; readonly failed?: true }
  | { readonly kind: 'reading' | 'writing'; readonly done: number; readonly all: number }
  | { readonly kind: 'read'; readonly sorted: PartitionedImport; readonly faults: readonly RowError[] }
  /** `stopped`: the person canceled; what was written stays. */
  | { readonly kind: 'done'; readonly written: number; readonly stopped: boolean }
  | { readonly kind: 'not-kept'; readonly code: string }

const isCsv = ({ name, type }: File) => /\.csv$/i.test(name) || type === 'text/csv'

/** Reads a file, then writes its new customers; both can be stopped. */
export function useImport() {
  const { account, commands, db } = useAppContext()
  const today = useToday()
  const [state, setState] = useState<ImportState>({ kind: 'choosing' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const begin = () => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    return controller.signal
  }
  const take = async (file: File) => {
    const stop = begin()
    if (!isCsv(file)) {
      setState({ kind: 'choosing', fault: { kind: 'file-type' } })
      return
    }
    setState({ kind: 'reading', done: 0, all: 0 })
    const onRows = (done: number, all: number) => setState({ kind: 'reading', done, all })
    try {
      const read = await readCustomersInWorker(file, today, { onRows, stop })
      if (read === undefined || stop.aborted) return
      if (read.kind === 'refused') {
        setState({ kind: 'choosing', fault: read.error })
        return
      }
      const sorted = partitionImport(read.rows, await db.customers.toArray())
      if (!stop.aborted) setState({ kind: 'read', sorted, faults: read.errors })
    } catch {
      if (!stop.aborted) setState({ kind: 'choosing', failed: true })
    }
  }
  const write = async ({ newRows: newCustomers }: PartitionedImport) => {
    const stop = begin()
    const all = newCustomers.length
    setState({ kind: 'writing', done: 0, all })
    const result = await importCustomers(account, commands, {
      customers: newCustomers.map(({ customer }) => customer),
      onDone: (done) => setState({ kind: 'writing', done, all }),
      stop,
    })
    if (result.kind === 'kept') setState({ kind: 'done', written: result.value, stopped: stop.aborted })
    else if (result.kind === 'not-kept') setState({ kind: 'not-kept', code: result.code })
    else setState({ kind: 'not-kept', code: result.refusals[0]?.code ?? 'UNEXPECTED' })
  }
  return {
    state,
    take: (file: File) => void take(file),
    write: (sorted: PartitionedImport) => void write(sorted),
    stop: () => {
      running.current?.abort()
      if (state.kind === 'reading') setState({ kind: 'choosing' })
    },
    again: () => setState({ kind: 'choosing' }),
  }
}
