import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import type { PushStatus } from '#blocks/push-offer/device-notifications.ts'
import { useTurnOnNotifications } from '#blocks/push-offer/use-turn-on-notifications.ts'
import {
  mayBeNotified,
  NOTIFICATION_EVENTS,
  type NotificationChoices,
  type NotificationEvent,
} from '#domain/notifications/notification.ts'
import { ALL_RIGHTS } from '#domain/permissions/operator-rights.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Switch } from '#ui/switch/switch.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { Section } from './section.tsx'
import classes from './settings.module.css'

function useEventNames(): Record<NotificationEvent, string> {
  const { t } = useLingui()
  return {
    'invoice-issued': t`Invoices that were issued`,
    'invoice-refused': t`Invoices rejected by TRA`,
    'z-report-refused': t`Z reports rejected by TRA`,
    'company-blocked': t`Company blocked by TRA`,
    'certificate-ends': t`The TRA certificate ends soon`,
    'phone-copied': t`Copy of a phone found`,
    'insight-severe': t`Urgent insights, at most one a day`,
    'work-lost': t`Records lost on a phone before they were sent`,
  }
}

/** Whether this phone shows notifications while the app is closed, and which ones. */
export function NotificationSection() {
  const { t } = useLingui()
  const { notifications, session } = useAppContext()
  const translate = useTranslate()
  const names = useEventNames()
  const show = useToasts((state) => state.show)
  const offered = NOTIFICATION_EVENTS.filter((event) => mayBeNotified(event, session.rights ?? ALL_RIGHTS))
  const { busy, turnOn } = useTurnOnNotifications(notifications)
  const [pushStatus, setPushStatus] = useState<PushStatus>()
  /** `null`: they could not be read. */
  const [choices, setChoices] = useState<NotificationChoices | null>()
  useEffect(() => {
    let unmounted = false
    void notifications().then(
      async (device) => {
        const current = await device.status()
        if (!unmounted) setPushStatus(current)
        const read = await device.readChoices()
        if (!unmounted) setChoices(read ?? null)
      },
      () => undefined,
    )
    return () => {
      unmounted = true
    }
  }, [notifications])

  const words: Record<PushStatus, string> = {
    on: t`This phone notifies you even while Risiti is closed.`,
    off: t`This phone can notify you even while Risiti is closed.`,
    blocked: t`Notifications are blocked. Allow them in the settings of the browser.`,
    impossible: t`This browser cannot notify you while Risiti is closed. While it is open, news appears on the screen.`,
  }
  const agree = async () => {
    const outcome = await turnOn()
    if (outcome !== 'unreachable') setPushStatus(outcome)
  }
  const refuse = async () => {
    await (await notifications()).turnOff()
    setPushStatus('off')
    show({ tone: 'good', text: t`Notifications are off` })
  }
  const choose = async (event: NotificationEvent, wanted: boolean) => {
    const before = choices
    if (!before) return
    setChoices({ ...before, [event]: wanted })
    const result = await (await notifications()).choose(event, wanted)
    setChoices(result ?? before)
    if (!result)
      show({ tone: 'bad', code: 'NETWORK_UNREACHABLE', text: translate(errorMessage('NETWORK_UNREACHABLE')) })
  }
  return (
    <Section
      id="notifications"
      icon="bell"
      title={t`Notifications`}
      busy={pushStatus === undefined || choices === undefined}
    >
      {pushStatus === undefined ? null : <p className="dim">{words[pushStatus]}</p>}
      {pushStatus === 'off' ? (
        <Button loading={busy} onClick={() => void agree()}>{t`Turn notifications on`}</Button>
      ) : null}
      {pushStatus === 'on' ? (
        <Button variant="default" onClick={() => void refuse()}>{t`Turn notifications off`}</Button>
      ) : null}
      <fieldset className={classes.events} hidden={pushStatus === undefined}>
        <legend className="small dim">{t`Notify me about`}</legend>
        {offered.map((event) => (
          <Switch
            key={event}
            label={names[event]}
            on={choices?.[event] ?? false}
            disabled={!choices}
            onChange={(wanted) => void choose(event, wanted)}
          />
        ))}
      </fieldset>
      {choices === null ? <p className="dim small">{t`Connect to choose your notifications.`}</p> : null}
    </Section>
  )
}
