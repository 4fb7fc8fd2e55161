import { useEffect } from 'react'
import { keepExpenseMonths, type ReadMonths, readExpenseMonths } from '#data/expense-months.ts'
import type { FirstRead } from '#data/watch.ts'
import type { DayRange } from '#domain/calendar/period-presets.ts'
import type { ExpenseMonth } from '#domain/reports/expense-groups.ts'
import { useAppContext } from './app-context.ts'
import { useReadNow } from './use-read-now.ts'

/**
 * The sums of the expenses of some days, newest month first; `undefined` while they are read, and where none are asked for.
 * Sums that were not stored yet are stored a moment later. `before` gives what was read before the screen opened.
 */
export function useExpenseMonths(
  range: DayRange | undefined,
  before?: () => FirstRead<ReadMonths> | undefined,
): readonly ExpenseMonth[] | undefined {
  const { db } = useAppContext()
  const { from, to } = range ?? {}
  const found = useReadNow(
    async () => (range ? await readExpenseMonths(db, range) : undefined),
    [db, from, to],
    before,
  )
  useEffect(() => {
    // A full phone stores none; saving an expense reports it.
    if (found) keepExpenseMonths(db, found).catch(() => undefined)
  }, [db, found])
  return found !== undefined && found.range.from === from && found.range.to === to ? found.months : undefined
}
