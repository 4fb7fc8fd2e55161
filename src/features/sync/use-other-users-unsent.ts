import { useEffect, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { useCan } from '#app-context/use-can.ts'

export type OtherUsersUnsentCount = {
  /** This person may see it, and import it: the owner (spec §6). */
  readonly mayExport: boolean
  /** How many changes; `undefined` until they are counted, 0 without the permission. */
  readonly count: number | undefined
  readonly recount: () => void
}

/**
 * What other users of the company left unsent on this phone. Most often there is none, so the code that counts it is
 * loaded on demand.
 */
export function useOtherUsersUnsent(): OtherUsersUnsentCount {
  const { account, commands, company } = useAppContext()
  const { ports } = commands
  const can = useCan()
  const mayExport = company !== null && can('queue.export', { companyId: company.id })
  const [count, setCount] = useState<number>()
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round counts again
  useEffect(() => {
    if (!mayExport) return
    let current = true
    const read = async () => {
      const { listOtherAccountsWork: listOthersWork } = await import(
        '#sync/transfer/import-from-other-accounts.ts'
      )
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
  }, [mayExport, account, ports, round])
  return { mayExport, count: mayExport ? count : 0, recount: () => setRound((last) => last + 1) }
}
