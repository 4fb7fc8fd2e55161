import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useAppContext } from '#app-context/app-context.ts'
import { findMeta } from '#data/meta.ts'

/** Says that a search does not find all yet, while the keys of older invoices are still being written. */
export function SearchNotice() {
  const { t } = useLingui()
  const { db } = useAppContext()
  const indexing = useLiveQuery(async () => (await findMeta(db, 'keyless-before')) !== undefined, [db])
  return indexing ? (
    <p className="notice" data-tone="info" role="status">
      {t`Search is being prepared after an update. Older invoices will appear shortly.`}
    </p>
  ) : null
}
