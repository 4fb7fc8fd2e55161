import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import type { DeviceNotifications, TurnOnOutcome } from './device-notifications.ts'

/** Turns notifications on at a tap, and shows the result. */
export function useTurnOnNotifications(notifications: () => Promise<DeviceNotifications>): {
  readonly busy: boolean
  readonly turnOn: () => Promise<TurnOnOutcome>
} {
  const { t } = useLingui()
  const translate = useTranslate()
  const show = useToasts((state) => state.show)
  const [busy, setBusy] = useState(false)

  function showOutcome(outcome: TurnOnOutcome): void {
    switch (outcome) {
      case 'on':
        show({ tone: 'good', text: t`Notifications are on` })
        return
      case 'blocked':
        show({ tone: 'bad', text: t`Notifications are blocked. Allow them in the settings of the browser.` })
        return
      case 'impossible':
        show({
          tone: 'bad',
          code: 'PUSH_ADDRESS_REFUSED',
          text: translate(errorMessage('PUSH_ADDRESS_REFUSED')),
        })
        return
      case 'unreachable':
        show({
          tone: 'bad',
          code: 'NETWORK_UNREACHABLE',
          text: translate(errorMessage('NETWORK_UNREACHABLE')),
        })
        return
      case 'off':
    }
  }

  return {
    busy,
    async turnOn() {
      setBusy(true)
      try {
        const outcome = await (await notifications()).turnOn()
        showOutcome(outcome)
        return outcome
      } finally {
        setBusy(false)
      }
    },
  }
}
