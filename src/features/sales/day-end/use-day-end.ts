import { useLiveQuery } from 'dexie-react-hooks'
import { useAppContext } from '#app-context/app-context.ts'
import type { DrawerCount } from '#contract/drawer-counts.ts'
import { dailyTotals } from '#data/aggregates.ts'
import { listCashMovements } from '#data/drawers.ts'
import { findMeta } from '#data/meta.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { type Drawer, drawersOf } from '#domain/reports/drawer.ts'
import { type DrawerOwner, ofDrawer } from '#domain/reports/drawer-owner.ts'
import { type SalesReport, salesReport } from '#domain/reports/sales-report.ts'

export type DayEnd = {
  readonly report: SalesReport
  /** Of each operator who handled cash. */
  readonly drawers: readonly Drawer[]
  /** Counts of this day, newest first: those made on this phone, until the server's are fetched. */
  readonly counts: readonly DrawerCount[]
}

/** The day's end of one operator: of the drawers of others this phone knows a part only, where it has no sales but the own ones. */
export function ownDayEnd(dayEnd: DayEnd, me: DrawerOwner): DayEnd {
  return { ...dayEnd, drawers: ofDrawer(me, dayEnd.drawers), counts: ofDrawer(me, dayEnd.counts) }
}

/** The signed-in person as records name them. */
export function useOwnDrawer(): DrawerOwner & { readonly operatorId: string } {
  const { id, firstName, lastName } = useAppContext().session.user
  return { operator: `${firstName} ${lastName}`.trim(), operatorId: id }
}

/** The figures of one day; `undefined` until they are read, `'fetching'` while the company's records still come. */
export function useDayEnd(day: FiscalDay): DayEnd | 'fetching' | undefined {
  const { db } = useAppContext()
  const { operator, operatorId } = useOwnDrawer()
  return useLiveQuery(async () => {
    const range = { from: day, to: day }
    const [fetched, totals, movements, counts] = await Promise.all([
      findMeta(db, 'first-pull-done'),
      dailyTotals(db, range),
      listCashMovements(db, day, { by: operator, byId: operatorId }),
      findMeta(db, 'drawer-counts'),
    ])
    if (!fetched) return 'fetching'
    return {
      report: salesReport(range, totals),
      drawers: drawersOf(day, movements),
      counts: (counts ?? []).filter((count) => count.day === day),
    }
  }, [db, day, operator, operatorId])
}
