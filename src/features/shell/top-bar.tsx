import { Plural, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useAppContext } from '#app-context/app-context.ts'
import { instantMs } from '#domain/calendar/east-africa.ts'
import { environmentOf } from '#domain/fiscal/environment.ts'
import { formatAge } from '#i18n/format-dates.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import type { AccountStatus } from '#sync/status.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { usePorts } from '#ui/ports.ts'
import { useOnline } from '#ui/use-online.ts'
import classes from './top-bar.module.css'

/** The state of the connection, in words and with an icon. */
function useConnectionStatus(status: AccountStatus | undefined): {
  text: string
  icon: IconName
  ok: boolean
} {
  const { t } = useLingui()
  const connected = useOnline()
  if (!connected) return { text: t`You are offline`, icon: 'offline', ok: false }
  switch (status?.online) {
    case 'no-internet':
      return { text: t`No connection to the server`, icon: 'offline', ok: false }
    case 'paused-login':
      return { text: t`Log in to send`, icon: 'lock', ok: false }
    case 'company-blocked':
      return status.reason === 'COMPANY_BLOCKED_BY_TRA'
        ? { text: t`Blocked by TRA`, icon: 'ban', ok: false }
        : { text: t`Sending is stopped`, icon: 'ban', ok: false }
    case 'upgrade':
      return { text: t`Update the app`, icon: 'alert', ok: false }
    default: {
      const percent = status?.fetchedPercent ?? null
      if (percent !== null) return { text: t`Loading data: ${percent}%`, icon: 'refresh', ok: true }
      return { text: t`Online`, icon: 'online', ok: true }
    }
  }
}

type BadgeProps = { readonly status: AccountStatus; readonly onOpen: (() => void) | undefined }

/**
 * What waits or was refused, since when: of this moment only (`data-now`), never part of a painted screen. Opens the sync
 * centre over the screen; as a link it has an address too.
 */
function Badge({ status, onOpen }: BadgeProps) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { clock } = usePorts()
  const { attentionCount, pendingCount, oldestPendingAt } = status
  const age = oldestPendingAt ? formatAge(clock.now() - instantMs(oldestPendingAt), translate) : ''
  const tone = attentionCount > 0 ? 'bad' : pendingCount > 0 ? 'warm' : undefined
  return (
    <Link
      to="/sync"
      className={classes.badge}
      data-tone={tone}
      data-now
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

/** Letters of a name that has room in one line beside the badge on a narrow phone. */
const ONE_LINE_NAME = 20

type Props = { readonly status: AccountStatus | undefined; readonly onOpen: (() => void) | undefined }

/** Company, connection and unsent work: the same three things on every screen. */
export function TopBar({ status, onOpen }: Props) {
  const { t } = useLingui()
  const { company, session } = useAppContext()
  const connection = useConnectionStatus(status)
  const environment = environmentOf(session)
  const name = company?.name ?? session.user.username
  return (
    <header className={classes.bar}>
      <div className={classes.who}>
        <span className={classes.company} data-long={name.length > ONE_LINE_NAME}>
          {name}
        </span>
        <span className={classes.line} data-fine={connection.ok} data-now role="status" aria-live="polite">
          <Icon name={connection.icon} size={15} />
          {connection.text}
        </span>
      </div>
      {status && company ? <Badge status={status} onOpen={onOpen} /> : null}
      {environment === 'live' ? null : (
        <span className={classes.simulated}>
          {environment === 'test' ? t`TRA test — not fiscal` : t`Simulation — not fiscal`}
        </span>
      )}
    </header>
  )
}
