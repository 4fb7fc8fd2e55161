import type { ShownStatus } from '#domain/invoices/shown-status.ts'
import { STATUS_NAMES } from '#i18n/status-names.ts'
import { useSay } from '#i18n/use-say.ts'
import type { IconName } from '#ui/icon.tsx'
import { Pill, type PillTone } from '#ui/pill/pill.tsx'

const LOOKS: Record<ShownStatus, readonly [IconName, PillTone]> = {
  draft: ['pencil', 'open'],
  waiting: ['clock', 'warm'],
  submitted: ['up', 'info'],
  issued: ['seal', 'good'],
  attention: ['alert', 'bad'],
  canceled: ['ban', 'plain'],
}

/** How an invoice stands. */
export function StatusPill({ status }: { status: ShownStatus }) {
  const say = useSay()
  const [icon, tone] = LOOKS[status]
  return (
    <Pill icon={icon} tone={tone} status={status}>
      {say(STATUS_NAMES[status])}
    </Pill>
  )
}
