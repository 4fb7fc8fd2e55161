import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import { findMeta, type Printing, upsertMeta } from '#data/meta.ts'

/** The default before a choice: what most counters have. */
const DEFAULT_PRINTING: Printing = {
  paper: '80',
  way: 'browser',
  baud: 9600,
  qrAsPicture: false,
  opensDrawer: false,
}

/**
 * How this phone prints, and how to change that. `printing` is absent until it has been read. A choice is shown at
 * once: waiting for the database would change the paper long after the touch on a slow phone.
 */
export function usePrinting(db: AccountDatabase): {
  readonly printing: Printing | undefined
  readonly change: (printing: Printing) => Promise<void>
} {
  const stored = useLiveQuery(async () => (await findMeta(db, 'printing')) ?? DEFAULT_PRINTING, [db])
  const [chosen, setChosen] = useState<Printing>()
  const change = async (changed: Printing) => {
    setChosen(changed)
    try {
      await upsertMeta(db, 'printing', changed)
    } catch (error) {
      setChosen(undefined)
      throw error
    }
  }
  return { printing: chosen ?? stored, change }
}
