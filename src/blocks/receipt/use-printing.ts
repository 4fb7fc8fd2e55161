import { useLiveQuery } from 'dexie-react-hooks'
import type { AccountDatabase } from '#data/account-database.ts'
import { guarded } from '#data/guard.ts'
import { type Printing, readMeta, writeMeta } from '#data/meta.ts'

/** Before somebody chose: what most counters have. */
const FIRST: Printing = { paper: '80', way: 'browser', baud: 9600, qrAsPicture: false, opensDrawer: false }

/** How this phone prints, and how to change that. `printing` is absent until the phone has read it. */
export function usePrinting(db: AccountDatabase): {
  readonly printing: Printing | undefined
  readonly change: (printing: Printing) => Promise<void>
} {
  const printing = useLiveQuery(async () => (await readMeta(db, 'printing')) ?? FIRST, [db])
  return { printing, change: (changed) => guarded(db, () => writeMeta(db, 'printing', changed)) }
}
