import { Dexie, RangeSet } from 'dexie'
import type { AccountDatabase } from './account-database.ts'

/** Ids from `from` to `to`, both included. */
type IdRange = { readonly from: string; readonly to: string }

/** Before and after every id. */
const ALL: IdRange = { from: '', to: '\uffff' }

/**
 * Calls `onChange` after each committed change of a table, also one by another window or the service worker, with the
 * ids that were written or deleted.
 */
export function watchChangedIds(
  db: AccountDatabase,
  table: 'customers' | 'products',
  onChange: (ranges: readonly IdRange[]) => void,
): void {
  const name = `idb://${db.name}/${table}/`
  Dexie.on('storagemutated', (parts) => {
    const changed = parts[name]
    if (!changed) return
    const nodes = [...RangeSet(changed)]
    const ranges = nodes.flatMap(({ from, to }) =>
      typeof from === 'string' && typeof to === 'string' ? [{ from, to }] : [],
    )
    onChange(ranges.length === nodes.length ? ranges : [ALL])
  })
}
