import { useLingui } from '@lingui/react/macro'
import type { ListFilter } from './list-search-params.ts'
import { useOlderOnServer } from './use-older-on-server.ts'
import { FOUND_AT_MOST } from './use-search-results.ts'

/** What a search does not show: further results, and invoices that only the server has. */
export function SearchFooter({ found, filter }: { found: number; filter: ListFilter }) {
  const { t } = useLingui()
  const olderOnServer = useOlderOnServer(filter)
  return (
    <>
      {found >= FOUND_AT_MOST ? (
        <p className="dim small">{t`Showing the latest ${FOUND_AT_MOST}. Type more to narrow the search.`}</p>
      ) : null}
      {olderOnServer ? (
        <p className="dim small">
          {t`Only this phone was searched. Invoices older than 400 days are on the server: clear the search to load them.`}
        </p>
      ) : null}
    </>
  )
}
