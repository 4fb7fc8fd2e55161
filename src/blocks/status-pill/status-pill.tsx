import type { ShownStatus } from '#domain/invoices/shown-status.ts'
import { STATUS_NAMES } from '#i18n/status-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import type { IconName } from '#ui/icon.tsx'
import { Pill, type PillTone } from '#ui/pill/pill.tsx'

const APPEARANCE: Record<ShownStatus, readonly [IconName, PillTone]> = {
  draft: ['pencil', 'open'],
  waiting: ['clock', 'warm'],
  submitted: ['up', 'info'],
  issued: ['seal', 'good'],
  attention: ['alert', 'bad'],
  canceled: ['ban', 'plain'],
}

/** The status of an invoice as icon and word. */
export function StatusPill({ status }: { status: ShownStatus }) {
  const translate = useTranslate()
  const [icon, tone] = APPEARANCE[status]
  return (
    <Pill icon={icon} tone={tone} status={status}>
      {translate(STATUS_NAMES[status])}
    </Pill>
  )
}
