import type { ShownStatus } from '#domain/invoices/shown-status.ts'
import { STATUS_NAMES } from '#i18n/status-names.ts'
import { useSay } from '#i18n/use-say.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import classes from './status-pill.module.css'

const ICONS: Record<ShownStatus, IconName> = {
  draft: 'pencil',
  waiting: 'clock',
  submitted: 'up',
  issued: 'seal',
  attention: 'alert',
  canceled: 'ban',
}

/** How an invoice stands: always a picture and a word, never colour alone. */
export function StatusPill({ status }: { status: ShownStatus }) {
  const say = useSay()
  return (
    <span className={classes.pill} data-status={status}>
      <Icon name={ICONS[status]} size={14} />
      {say(STATUS_NAMES[status])}
    </span>
  )
}
