import { useLingui } from '@lingui/react/macro'
import type { ListFilter } from './list-search-params.ts'
import { useOlderOnServer } from './use-older-on-server.ts'
import { FOUND_AT_MOST } from './use-search-results.ts'

type Props = {
  readonly found: number
  readonly filter: ListFilter
  /** The most that the search shows. */
  readonly atMost?: number
}

/** What a search does not show: further results, and invoices that only the server has. */
export function SearchFooter({ found, filter, atMost = FOUND_AT_MOST }: Props) {
  const { t } = useLingui()
  const olderOnServer = useOlderOnServer(filter)
  return (
    <>
      {found >= atMost ? (
        <p className="dim small">{t`Showing the latest ${atMost}. Type more to narrow the search.`}</p>
      ) : null}
      {olderOnServer ? (
        <p className="dim small">
          {t`Only this phone was searched. Invoices older than 400 days are on the server: clear the search to load them.`}
        </p>
      ) : null}
    </>
  )
}
