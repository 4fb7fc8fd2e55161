import { useLingui } from '@lingui/react/macro'
import type { ListFilter } from './list-address.ts'
import { FOUND_AT_MOST } from './use-found-rows.ts'
import { useHasOlder } from './use-has-older.ts'

/** What a search does not show: more than can be looked through, and what only the server keeps. */
export function FoundFoot({ found, filter }: { found: number; filter: ListFilter }) {
  const { t } = useLingui()
  const older = useHasOlder(filter)
  return (
    <>
      {found >= FOUND_AT_MOST ? (
        <p className="dim small">{t`Showing the latest ${FOUND_AT_MOST}. Type more to narrow the search.`}</p>
      ) : null}
      {older ? (
        <p className="dim small">
          {t`Only this phone was searched. Invoices older than 400 days are on the server: clear the search to load them.`}
        </p>
      ) : null}
    </>
  )
}
