import { useLingui } from '@lingui/react/macro'
import { SyncCentre } from './sync-centre.tsx'

/** The sync centre as a page of its own. */
export function SyncScreen() {
  const { t } = useLingui()
  return (
    <div className="page stack">
      <h1>{t`Sending`}</h1>
      <SyncCentre />
    </div>
  )
}
