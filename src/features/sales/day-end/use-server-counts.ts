import { useEffect, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import type { DrawerCount } from '#contract/drawer-counts.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { useOnline } from '#ui/use-online.ts'

/** The counts of a day that the server has from all phones, and whether it was asked. */
export type ServerCounts = {
  readonly counts: readonly DrawerCount[]
  readonly state: 'offline' | 'asking' | 'failed' | 'answered'
}

/** Asks the server for the counts of a day, when the phone is online. */
export function useServerCounts(day: FiscalDay): ServerCounts {
  const { call } = useAppContext()
  const online = useOnline()
  const [answer, setAnswer] = useState<Pick<ServerCounts, 'counts'> & { readonly isFailed: boolean }>()
  useEffect(() => {
    if (!online) return undefined
    const stop = new AbortController()
    void call('drawers.counts', { day }).then((outcome) => {
      if (stop.signal.aborted) return
      const isFailed = outcome.kind !== 'answered'
      // What was fetched before stays true: a count is never changed.
      setAnswer((before) => ({ isFailed, counts: isFailed ? (before?.counts ?? []) : outcome.value.counts }))
    })
    return () => stop.abort()
  }, [call, day, online])
  const counts = answer?.counts ?? []
  if (answer === undefined) return { counts, state: online ? 'asking' : 'offline' }
  return { counts, state: answer.isFailed ? 'failed' : 'answered' }
}
