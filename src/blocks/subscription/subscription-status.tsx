import { useLingui } from '@lingui/react/macro'
import { dayText } from '#domain/calendar/east-africa.ts'
import type { SubscriptionState, SubscriptionStatus } from '#domain/subscription/subscription.ts'
import type { IconName } from '#ui/icon.tsx'
import { Pill, type PillTone } from '#ui/pill/pill.tsx'

const APPEARANCE: Record<SubscriptionStatus, readonly [IconName, PillTone]> = {
  unpaid: ['clock', 'open'],
  paid: ['check', 'good'],
  due: ['clock', 'warm'],
  ended: ['alert', 'bad'],
}

/** What a company has paid until when, as icon and words. */
export function SubscriptionStatusLine({ state }: { readonly state: SubscriptionState }) {
  const { t } = useLingui()
  const [icon, tone] = APPEARANCE[state.status]
  const names: Record<SubscriptionStatus, string> = {
    unpaid: t({ context: 'subscription', message: 'Not paid yet' }),
    paid: t({ context: 'subscription', message: 'Paid' }),
    due: t({ context: 'subscription', message: 'Due soon' }),
    ended: t({ context: 'subscription', message: 'Ended' }),
  }
  const day = state.paidUntil === undefined ? undefined : dayText(state.paidUntil)
  return (
    <p>
      <Pill icon={icon} tone={tone} status={state.status}>
        {names[state.status]}
      </Pill>{' '}
      {day === undefined ? null : (
        <strong>
          {state.status === 'ended' ? t`Paid until ${day}, then not renewed` : t`Paid until ${day}`}
        </strong>
      )}
    </p>
  )
}
