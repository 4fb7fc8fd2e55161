import { useLingui } from '@lingui/react/macro'
import classes from './sync.module.css'
import { SyncCentre } from './sync-centre.tsx'

/** The sync centre as a page of its own. */
export function SyncScreen() {
  const { t } = useLingui()
  return (
    <div className="page stack">
      <h1 className={classes.title}>{t`Sending`}</h1>
      <SyncCentre />
    </div>
  )
}
