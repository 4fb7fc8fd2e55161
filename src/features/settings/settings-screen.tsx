import { useLingui } from '@lingui/react/macro'
import { LookChoices } from '#ui/look-choices.tsx'
import { useWorkplace } from '../workplace.ts'
import { NotificationSettings } from './notification-settings.tsx'
import classes from './settings.module.css'

/** How the app behaves on this device. */
export function SettingsScreen() {
  const { t } = useLingui()
  const { company, notifications } = useWorkplace()
  return (
    <div className={`page stack ${classes.page}`}>
      <h1 className={classes.title}>{t`Settings`}</h1>
      <section className="card stack">
        <LookChoices />
      </section>
      {company === null ? null : <NotificationSettings notifications={notifications} />}
    </div>
  )
}
