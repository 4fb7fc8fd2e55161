import { useEffect, useState } from 'react'
import { listAccounts, openRegistry } from '#data/registry.ts'
import { useWorkplace } from '../workplace.ts'

/** How many changes other people of the company left unsent on this phone; 0 for who may not know. */
export function useOthersUnsent(mayKnow: boolean): number {
  const { account, commands } = useWorkplace()
  const { ports } = commands
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (!mayKnow) return
    let current = true
    const read = async () => {
      const registry = await openRegistry(ports)
      const others = (await listAccounts(registry)).filter(
        ({ id, companyId }) => id !== account.id && companyId === account.companyId,
      )
      registry.close()
      if (current) setCount(others.reduce((sum, { pendingCount }) => sum + pendingCount, 0))
    }
    read().catch(() => undefined)
    return () => {
      current = false
    }
  }, [mayKnow, account, ports])
  return count
}
