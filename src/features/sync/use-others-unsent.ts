import { useEffect, useState } from 'react'
import { useWorkplace } from '../workplace.ts'

/**
 * How many changes other people of the company left unsent on this phone, 0 for who may not know, and the way to count
 * them anew. Whoever asks seldom finds any, so what counts them is fetched when it is asked for.
 */
export function useOthersUnsent(mayKnow: boolean): { count: number; countAgain: () => void } {
  const { account, commands } = useWorkplace()
  const { ports } = commands
  const [count, setCount] = useState(0)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round counts anew
  useEffect(() => {
    if (!mayKnow) return
    let current = true
    const read = async () => {
      const { listOthersWork } = await import('#sync/carry/take-over-here.ts')
      const works = await listOthersWork(account, ports)
      if (current) setCount(works.reduce((sum, { operations }) => sum + operations.length, 0))
    }
    read().catch(() => undefined)
    return () => {
      current = false
    }
  }, [mayKnow, account, ports, round])
  return { count, countAgain: () => setRound((last) => last + 1) }
}
