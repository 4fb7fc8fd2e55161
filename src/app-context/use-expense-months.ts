import { useEffect } from 'react'
import { keepExpenseMonths, type ReadMonths, readExpenseMonths } from '#data/expense-months.ts'
import type { DayRange } from '#domain/calendar/period-presets.ts'
import type { ExpenseMonth } from '#domain/reports/expense-groups.ts'
import { useAppContext } from './app-context.ts'
import { useReadNow } from './use-read-now.ts'

/** Stores the sums that had to be added up for a report, a moment later. */
export function useKeepExpenseMonths(read: ReadMonths | undefined): void {
  const { db } = useAppContext()
  useEffect(() => {
    // A full phone stores none; saving an expense reports it.
    if (read) keepExpenseMonths(db, read).catch(() => undefined)
  }, [db, read])
}

/**
 * The sums of the expenses of some days, newest month first; `undefined` while they are read, and where none are asked for.
 * Sums that were not stored yet are stored a moment later.
 */
export function useExpenseMonths(range: DayRange | undefined): readonly ExpenseMonth[] | undefined {
  const { db } = useAppContext()
  const { from, to } = range ?? {}
  const found = useReadNow(
    async () => (range ? await readExpenseMonths(db, range) : undefined),
    [db, from, to],
  )
  useKeepExpenseMonths(found)
  return found !== undefined && found.range.from === from && found.range.to === to ? found.months : undefined
}
