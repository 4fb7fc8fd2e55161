import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import { readMeta } from '#data/meta.ts'
import { useEnvironment } from '#ui/environment.ts'
import { Icon } from '#ui/icon.tsx'

type Props = {
  readonly db: AccountDatabase
  /** Brings the new version in; the same screen is loaded anew then. */
  readonly update: () => void
}

/** Until when this account is being sent or fetched for; 0 while nobody is at it. */
function useLease(db: AccountDatabase): number {
  return useLiveQuery(async () => (await readMeta(db, 'drain-lease'))?.until ?? 0, [db]) ?? 0
}

/** Offers the new version that waits on this phone, in a moment in which nothing is being sent. */
export function UpdateOffer({ db, update }: Props) {
  const { t } = useLingui()
  const { clock } = useEnvironment()
  const until = useLease(db)
  const [wanted, setWanted] = useState(false)
  const [, look] = useState(0)
  const left = until - clock.now()
  // A lease whose holder died ends by itself, and nothing in the database says so.
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => look((times) => times + 1), left)
    return () => clearTimeout(timer)
  }, [left])
  if (left > 0 && !wanted) return null
  return (
    <div className="notice" data-tone="info" role="status">
      <Icon name="refresh" />
      <div>
        <button
          type="button"
          className="text-button"
          disabled={wanted}
          onClick={() => {
            setWanted(true)
            update()
          }}
        >
          {wanted ? t`Updating…` : t`A new version is ready. Update now`}
        </button>
      </div>
    </div>
  )
}
