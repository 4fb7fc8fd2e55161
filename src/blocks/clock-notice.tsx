import { useLingui } from '@lingui/react/macro'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { isClockWrong } from '#domain/calendar/trusted-clock.ts'
import { clockTime } from '#i18n/format-dates.ts'
import { Icon } from '#ui/icon.tsx'
import { usePorts } from '#ui/ports.ts'

/** Warns, before a sale is made, that the phone's clock is wrong, and shows the time that is used instead. */
export function ClockNotice({ offsetMs }: { offsetMs: number }) {
  const { t } = useLingui()
  const { clock } = usePorts()
  const now = clock.now()
  const trusted = { ms: now + offsetMs, offsetMs }
  if (!isClockWrong(now, trusted)) return null
  const time = clockTime(toInstant(trusted.ms))
  return (
    <div className="notice" role="status">
      <Icon name="clock" />
      <div>
        <strong>{t`This phone's clock is wrong. Set date and time to automatic.`}</strong>
        {t`Sales use the server's time: ${time}, East Africa Time.`}
      </div>
    </div>
  )
}
