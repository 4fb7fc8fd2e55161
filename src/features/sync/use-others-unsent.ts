import { useEffect, useState } from 'react'
import { can } from '#domain/permissions/can.ts'
import { useWorkplace } from '../workplace.ts'

export type OthersUnsent = {
  /** This person may know of it, and take it over: the owner (spec §6). */
  readonly mayKnow: boolean
  /** How many changes; `undefined` until it was looked for, 0 for who may not know. */
  readonly count: number | undefined
  readonly countAgain: () => void
}

/**
 * What other people of the company left unsent on this phone. Whoever asks seldom finds any, so what counts them is
 * fetched when it is asked for.
 */
export function useOthersUnsent(): OthersUnsent {
  const { account, commands, company, session } = useWorkplace()
  const { ports } = commands
  const { id, user_type, company_id, organization_id } = session.user
  const actor = { userId: id, userType: user_type, companyId: company_id, organizationId: organization_id }
  const mayKnow = company !== null && can(actor, 'queue.export', { companyId: company.id })
  const [count, setCount] = useState<number>()
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round counts anew
  useEffect(() => {
    if (!mayKnow) return
    let current = true
    const read = async () => {
      const { listOthersWork } = await import('#sync/carry/take-over-here.ts')
      const works = await listOthersWork(account, ports)
      return works.reduce((sum, { operations }) => sum + operations.length, 0)
    }
    void read()
      .catch(() => 0)
      .then((found) => {
        if (current) setCount(found)
      })
    return () => {
      current = false
    }
  }, [mayKnow, account, ports, round])
  return { mayKnow, count: mayKnow ? count : 0, countAgain: () => setRound((last) => last + 1) }
}
