import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import { guarded } from '#data/guard.ts'
import { type Printing, readMeta, writeMeta } from '#data/meta.ts'

/** Before somebody chose: what most counters have. */
const FIRST: Printing = { paper: '80', way: 'browser', baud: 9600, qrAsPicture: false, opensDrawer: false }

/**
 * How this phone prints, and how to change that. `printing` is absent until the phone has read it. A choice shows at
 * once: after the way through the database, a slow phone would move the paper long after the touch.
 */
export function usePrinting(db: AccountDatabase): {
  readonly printing: Printing | undefined
  readonly change: (printing: Printing) => Promise<void>
} {
  const kept = useLiveQuery(async () => (await readMeta(db, 'printing')) ?? FIRST, [db])
  const [chosen, setChosen] = useState<Printing>()
  const change = async (changed: Printing) => {
    setChosen(changed)
    try {
      await guarded(db, () => writeMeta(db, 'printing', changed))
    } catch (error) {
      setChosen(undefined)
      throw error
    }
  }
  return { printing: chosen ?? kept, change }
}
