import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { failureCode } from '#app-context/failure-code.ts'
import type { ZReportView } from '#contract/fiscal.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import type { DayRange } from '#domain/calendar/period-presets.ts'
import { useAction } from '#ui/use-action.ts'

/** As many as a year has, newest first: reports that were opened once are available offline. */
const MOST_KEPT = 400

type ZReports = {
  /** Those of the period that this phone has stored, newest first; `undefined` until they are read. */
  readonly reports: readonly ZReportView[] | undefined
  /** Whether the server was asked since the screen was opened. */
  readonly isFetched: boolean
  /** Why the last request failed. */
  readonly code: string | undefined
  readonly busy: boolean
  readonly fetchNow: () => void
}

/** The Z reports of a period: those stored on this phone, and the server's at a touch. */
export function useZReports({ from, to }: DayRange): ZReports {
  const { db, call } = useAppContext()
  const [isFetched, setFetched] = useState(false)
  const [code, setCode] = useState<string>()
  const [busy, run] = useAction()
  const kept = useLiveQuery(async () => (await findMeta(db, 'z-reports')) ?? [], [db])
  const fetchReports = async () => {
    setCode(undefined)
    const outcome = await call('fiscal.z-reports', { from, to })
    if (outcome.kind !== 'answered') {
      setCode(failureCode(outcome))
      return
    }
    const byDay = new Map((await findMeta(db, 'z-reports'))?.map((report) => [report.day, report]))
    for (const report of outcome.value.reports) byDay.set(report.day, report)
    const newest = [...byDay.values()].sort((a, b) => (a.day < b.day ? 1 : -1)).slice(0, MOST_KEPT)
    await upsertMeta(db, 'z-reports', newest)
    setFetched(true)
  }
  return {
    reports: kept?.filter(({ day }) => day >= from && day <= to),
    isFetched,
    code,
    busy,
    fetchNow: () => void run(fetchReports),
  }
}
