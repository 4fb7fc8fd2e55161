import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { OutboxEntry } from '#data/rows.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { clockTime } from '#i18n/format-dates.ts'
import { usePorts } from '#ui/ports.ts'
import { useOnline } from '#ui/use-online.ts'

/** How often an operation was tried, in words; empty when never. */
export function useAttemptCountText(): (entry: Pick<OutboxEntry, 'tries'>) => string {
  const { t } = useLingui()
  return ({ tries = 0 }) =>
    tries === 0 ? '' : t`${plural(tries, { one: 'Tried once', other: 'Tried # times' })}`
}

/** How often an operation was tried, when it is tried next and how many are sent before it, in words. */
export function useAttemptText(): (entry: OutboxEntry, pausedUntil: number | null, before: number) => string {
  const { t } = useLingui()
  const { clock } = usePorts()
  const online = useOnline()
  const attemptCountText = useAttemptCountText()
  return (entry, pausedUntil, before) => {
    const tried = attemptCountText(entry)
    const now = clock.now()
    const own = entry.nextAt > now && now >= entry.waitSetAt ? entry.nextAt : 0
    const next = Math.max(own, pausedUntil ?? 0)
    const at = clockTime(toInstant(Math.max(next, now)))
    const when = !online
      ? t`Will be sent automatically when you are online`
      : entry.state === 'sending'
        ? t`Sending now`
        : next > now
          ? t`Trying again at ${at}`
          : t`Trying again in a moment`
    const place =
      before === 0 || entry.state === 'sending'
        ? ''
        : t`${plural(before, { one: '# ahead of it', other: '# ahead of it' })}`
    return [tried, place, when].filter((part) => part !== '').join(' · ')
  }
}
