import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import { findMeta } from '#data/meta.ts'
import { Icon } from '#ui/icon.tsx'
import { usePorts } from '#ui/ports.ts'

type Props = {
  readonly db: AccountDatabase
  /** Activates the new version; the same screen then reloads. */
  readonly update: () => void
}

/** Until when a drain holds the lease of this account; 0 when none does. */
function useLease(db: AccountDatabase): number {
  return useLiveQuery(async () => (await findMeta(db, 'drain-lease'))?.until ?? 0, [db]) ?? 0
}

/** Offers the new version that waits on this phone, while nothing is being sent. */
export function UpdateOffer({ db, update }: Props) {
  const { t } = useLingui()
  const { clock } = usePorts()
  const leaseUntil = useLease(db)
  const [updating, setWanted] = useState(false)
  const [, rerender] = useState(0)
  const remainingMs = leaseUntil - clock.now()
  // A lease whose holder died expires without a change in the database.
  useEffect(() => {
    if (remainingMs <= 0) return
    const timer = setTimeout(() => rerender((times) => times + 1), remainingMs)
    return () => clearTimeout(timer)
  }, [remainingMs])
  if (remainingMs > 0 && !updating) return null
  return (
    <div className="notice" data-tone="info" role="status">
      <Icon name="refresh" />
      <div>
        <button
          type="button"
          className="text-button"
          disabled={updating}
          onClick={() => {
            setWanted(true)
            update()
          }}
        >
          {updating ? t`Updating…` : t`A new version is ready. Update now`}
        </button>
      </div>
    </div>
  )
}
