import { Plural, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { AccountStatus } from '#sync/status.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { useOnline } from '#ui/use-online.ts'
import { useWorkplace } from '../workplace.ts'
import classes from './top-bar.module.css'

/** How the line is, in words and with a picture. */
function useLine(status: AccountStatus | undefined): { words: string; icon: IconName; fine: boolean } {
  const { t } = useLingui()
  const connected = useOnline()
  if (!connected) return { words: t`You are offline`, icon: 'offline', fine: false }
  switch (status?.online) {
    case 'no-internet':
      return { words: t`No connection to the server`, icon: 'offline', fine: false }
    case 'paused-login':
      return { words: t`Log in to send`, icon: 'lock', fine: false }
    case 'company-blocked':
      return { words: t`Blocked by TRA`, icon: 'ban', fine: false }
    case 'upgrade':
      return { words: t`Update the app`, icon: 'alert', fine: false }
    default:
      return { words: t`Online`, icon: 'online', fine: true }
  }
}

function Badge({ status }: { status: AccountStatus }) {
  const { t } = useLingui()
  const { attentionCount, pendingCount } = status
  if (attentionCount > 0) {
    return (
      <Link to="/sync" className={classes.badge} data-tone="bad">
        <Icon name="alert" size={18} />
        <span>
          <Plural value={attentionCount} one="# to check" other="# to check" />
        </span>
      </Link>
    )
  }
  if (pendingCount > 0) {
    return (
      <Link to="/sync" className={classes.badge} data-tone="warm">
        <Icon name="clock" size={18} />
        <span>
          <Plural value={pendingCount} one="# waiting" other="# waiting" />
        </span>
      </Link>
    )
  }
  return (
    <Link to="/sync" className={classes.badge}>
      <Icon name="check" size={18} />
      <span>{t`All sent`}</span>
    </Link>
  )
}

/** Company, line and what waits: the same three things on every screen. */
export function TopBar({ status }: { status: AccountStatus | undefined }) {
  const { t } = useLingui()
  const { company, session } = useWorkplace()
  const line = useLine(status)
  return (
    <header className={classes.bar}>
      <div className={classes.who}>
        <span className={classes.company}>{company?.name ?? session.user.username}</span>
        <span className={classes.line} data-fine={line.fine} role="status" aria-live="polite">
          <Icon name={line.icon} size={15} />
          {line.words}
        </span>
      </div>
      {status && company ? <Badge status={status} /> : null}
      {session.simulated ? <span className={classes.simulated}>{t`Simulation — not fiscal`}</span> : null}
    </header>
  )
}
