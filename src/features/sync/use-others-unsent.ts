import { useCallback, useEffect, useState } from 'react'
import { useWorkplace } from '../workplace.ts'

/** Whoever asks what others left seldom finds anything: the way to it is fetched when it is asked for. */
const carry = () => import('#sync/carry/take-over-here.ts')

/**
 * How many changes other people of the company left unsent on this phone, 0 for who may not know, and the way to count
 * them anew.
 */
export function useOthersUnsent(mayKnow: boolean): { count: number; countAgain: () => Promise<void> } {
  const { account, commands } = useWorkplace()
  const { ports } = commands
  const [count, setCount] = useState(0)
  const countAgain = useCallback(async () => {
    if (!mayKnow) return
    const works = await (await carry()).listOthersWork(account, ports)
    setCount(works.reduce((sum, { operations }) => sum + operations.length, 0))
  }, [mayKnow, account, ports])
  useEffect(() => {
    countAgain().catch(() => undefined)
  }, [countAgain])
  return { count, countAgain }
}
