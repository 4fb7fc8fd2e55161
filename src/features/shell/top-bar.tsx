import { Plural, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { instantMs } from '#domain/calendar/east-africa.ts'
import { ageInWords } from '#i18n/date-words.ts'
import { useSay } from '#i18n/use-say.ts'
import type { AccountStatus } from '#sync/status.ts'
import { useEnvironment } from '#ui/environment.ts'
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
      return status.reason === 'COMPANY_BLOCKED_BY_TRA'
        ? { words: t`Blocked by TRA`, icon: 'ban', fine: false }
        : { words: t`Sending is stopped`, icon: 'ban', fine: false }
    case 'upgrade':
      return { words: t`Update the app`, icon: 'alert', fine: false }
    default: {
      const percent = status?.fetchedPercent ?? null
      if (percent !== null) return { words: t`Loading data: ${percent}%`, icon: 'refresh', fine: true }
      return { words: t`Online`, icon: 'online', fine: true }
    }
  }
}

type BadgeProps = { readonly status: AccountStatus; readonly onOpen: (() => void) | undefined }

/** What waits or was refused, since when. Opens the sync centre over the screen; as a link it has an address too. */
function Badge({ status, onOpen }: BadgeProps) {
  const { t } = useLingui()
  const say = useSay()
  const { clock } = useEnvironment()
  const { attentionCount, pendingCount, oldestPendingAt } = status
  const age = oldestPendingAt ? ageInWords(clock.now() - instantMs(oldestPendingAt), say) : ''
  const tone = attentionCount > 0 ? 'bad' : pendingCount > 0 ? 'warm' : undefined
  return (
    <Link
      to="/sync"
      className={classes.badge}
      data-tone={tone}
      aria-haspopup="dialog"
      onClick={(event) => {
        if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onOpen()
      }}
    >
      <Icon name={tone === 'bad' ? 'alert' : tone ? 'clock' : 'check'} size={18} />
      <span>
        {tone === 'bad' ? (
          <Plural value={attentionCount} one="# to check" other="# to check" />
        ) : tone ? (
          <Plural value={pendingCount} one="# waiting" other="# waiting" />
        ) : (
          t`All sent`
        )}
        {age === '' ? null : <span className={classes.age}>{age}</span>}
      </span>
    </Link>
  )
}

type Props = { readonly status: AccountStatus | undefined; readonly onOpen: (() => void) | undefined }

/** Company, line and what waits: the same three things on every screen. */
export function TopBar({ status, onOpen }: Props) {
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
      {status && company ? <Badge status={status} onOpen={onOpen} /> : null}
      {session.simulated ? <span className={classes.simulated}>{t`Simulation — not fiscal`}</span> : null}
    </header>
  )
}
