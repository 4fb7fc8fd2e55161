import { useEffect, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { watch } from '#data/watch.ts'
import type { ExpenseFilter, ListTotals } from '#domain/expenses/expense-filter.ts'
import { readSearchTotals } from './read-found.ts'

/** What was asked for, and what it comes to. */
type Summed = { readonly text: string; readonly filter: ExpenseFilter; readonly totals: ListTotals }

/**
 * What all expenses that a search finds come to; `undefined` while they are being added up, and where that is not asked
 * for. Stops with the next key.
 */
export function useSearchTotals(
  isAsked: boolean,
  text: string,
  filter: ExpenseFilter,
): ListTotals | undefined {
  const { db } = useAppContext()
  const [summed, setSummed] = useState<Summed>()
  useEffect(() => {
    if (!isAsked) return undefined
    let current = true
    const stop = watch(
      () => readSearchTotals(db, { text, filter }, () => current),
      (totals) => {
        if (totals) setSummed({ text, filter, totals })
      },
    )
    return () => {
      current = false
      stop()
    }
  }, [db, isAsked, text, filter])
  return summed?.text === text && summed.filter === filter ? summed.totals : undefined
}
