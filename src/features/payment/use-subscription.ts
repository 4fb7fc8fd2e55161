import { useEffect, useMemo, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { failureCode } from '#app-context/failure-code.ts'
import { findMeta, type Meta, upsertMeta } from '#data/meta.ts'
import { usePorts } from '#ui/ports.ts'
import { useOnline } from '#ui/use-online.ts'

type Shown = Meta['subscription']

/**
 * What the company paid, from the server; until it answers, and offline, what this phone read last. `failed`: why
 * the last question was not answered.
 */
export function useSubscription(): {
  readonly shown: Shown | undefined
  readonly failed: string | undefined
} {
  const { call, db } = useAppContext()
  const { clock } = usePorts()
  const online = useOnline()
  const [shown, setShown] = useState<Shown>()
  const [failed, setFailed] = useState<string>()
  // A network that is back asks again.
  const question = useMemo(() => ({ call, online }), [call, online])
  useEffect(() => {
    let unmounted = false
    const load = async () => {
      // A damaged copy is as good as none: the server is asked anyway.
      const kept = await findMeta(db, 'subscription').catch(() => undefined)
      if (unmounted) return
      if (kept) setShown((before) => before ?? kept)
      const outcome = await question.call('subscription.read', {})
      if (unmounted) return
      setFailed(outcome.kind === 'answered' ? undefined : failureCode(outcome))
      if (outcome.kind !== 'answered') return
      const read = { readAt: clock.now(), answer: outcome.value }
      setShown(read)
      await upsertMeta(db, 'subscription', read).catch(() => undefined)
    }
    void load()
    return () => {
      unmounted = true
    }
  }, [clock, db, question])
  return { shown, failed }
}
