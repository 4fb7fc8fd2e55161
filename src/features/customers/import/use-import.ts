import { useEffect, useRef, useState } from 'react'
import type { FileFault, RowFault } from '#domain/customers/customer-table.ts'
import { type SortedImport, sortImport } from '#domain/customers/sort-import.ts'
import { importCustomers } from '#sync/commands/import-customers.ts'
import { readCustomersBeside } from '#workers/customer-csv/start-customer-csv.ts'
import { useToday, useWorkplace } from '../../workplace.ts'

/** Where an import stands. */
export type Importing =
  | { readonly kind: 'choosing'; readonly fault?: FileFault; readonly failed?: true }
  | { readonly kind: 'reading' | 'writing'; readonly done: number; readonly all: number }
  | { readonly kind: 'read'; readonly sorted: SortedImport; readonly faults: readonly RowFault[] }
  /** `stopped`: somebody canceled; what was written stays. */
  | { readonly kind: 'done'; readonly written: number; readonly stopped: boolean }
  | { readonly kind: 'not-kept'; readonly code: string }

const isCsv = ({ name, type }: File) => /\.csv$/i.test(name) || type === 'text/csv'

/** Reads a file, then writes what is new in it; both can be stopped. */
export function useImport() {
  const { account, commands, db } = useWorkplace()
  const today = useToday()
  const [state, setState] = useState<Importing>({ kind: 'choosing' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const begin = () => {
    running.current?.abort()
    const mine = new AbortController()
    running.current = mine
    return mine.signal
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
      const read = await readCustomersBeside(file, today, { onRows, stop })
      if (read === undefined || stop.aborted) return
      if (read.kind === 'refused') {
        setState({ kind: 'choosing', fault: read.fault })
        return
      }
      const sorted = sortImport(read.rows, await db.customers.toArray())
      if (!stop.aborted) setState({ kind: 'read', sorted, faults: read.faults })
    } catch {
      if (!stop.aborted) setState({ kind: 'choosing', failed: true })
    }
  }
  const write = async ({ fresh }: SortedImport) => {
    const stop = begin()
    const all = fresh.length
    setState({ kind: 'writing', done: 0, all })
    const kept = await importCustomers(account, commands, {
      customers: fresh.map(({ customer }) => customer),
      onDone: (done) => setState({ kind: 'writing', done, all }),
      stop,
    })
    if (kept.kind === 'kept') setState({ kind: 'done', written: kept.value, stopped: stop.aborted })
    else if (kept.kind === 'not-kept') setState({ kind: 'not-kept', code: kept.code })
    else setState({ kind: 'not-kept', code: kept.refusals[0]?.code ?? 'UNEXPECTED' })
  }
  return {
    state,
    take: (file: File) => void take(file),
    write: (sorted: SortedImport) => void write(sorted),
    stop: () => {
      running.current?.abort()
      if (state.kind === 'reading') setState({ kind: 'choosing' })
    },
    again: () => setState({ kind: 'choosing' }),
  }
}
