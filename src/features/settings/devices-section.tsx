import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { useFailureToast } from '#app-context/use-failure-toast.ts'
import type { Device } from '#contract/devices.ts'
import { formatMoment } from '#i18n/format-dates.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'
import { Section } from './section.tsx'
import classes from './settings.module.css'

/** The phones that may still act in this person's name, and a button to revoke a lost one. */
export function DevicesSection() {
  const { t } = useLingui()
  const translate = useTranslate()
  const today = useToday()
  const { call } = useAppContext()
  const show = useToasts((state) => state.show)
  const showFailure = useFailureToast()
  /** `null`: the server could not be asked. */
  const [devices, setDevices] = useState<readonly Device[] | null>()
  const [asked, setAsked] = useState<Device | null>(null)
  const [busy, run] = useAction()
  useEffect(() => {
    let unmounted = false
    void call('devices.list', {}).then(
      (outcome) => {
        if (!unmounted) setDevices(outcome.kind === 'answered' ? outcome.value.devices : null)
      },
      () => {
        if (!unmounted) setDevices(null)
      },
    )
    return () => {
      unmounted = true
    }
  }, [call])
  const end = async ({ deviceId }: Device) => {
    const outcome = await call('devices.end', { deviceId })
    setAsked(null)
    if (outcome.kind !== 'answered') {
      showFailure(outcome)
      return
    }
    setDevices((known) => known?.filter((device) => device.deviceId !== deviceId) ?? null)
    show({ tone: 'good', text: t`That phone was logged out` })
  }
  return (
    <Section id="devices" icon="phone" title={t`Phones where you are logged in`} busy={devices === undefined}>
      {devices === null ? (
        <p className="dim">{t`Connect to see them here and log out a lost phone.`}</p>
      ) : null}
      {devices?.map((device) => (
        <div key={device.deviceId} className={classes.device}>
          <span>
            <strong>{device.current ? t`This phone` : (device.name ?? t`Another phone`)}</strong>
            {device.current && device.name ? <span className="dim small">{device.name}</span> : null}
            <span className="dim small">{t`Last seen: ${formatMoment(device.lastSeenAt, today, translate)}`}</span>
            {device.signedIn ? null : (
              <span className="dim small">{t`Logged out; it may still send its unsent records.`}</span>
            )}
          </span>
          {device.current ? null : (
            <Button variant="default" data-tone="danger" onClick={() => setAsked(device)}>
              {t`Log it out`}
            </Button>
          )}
        </div>
      ))}
      <ConfirmDialog
        title={t`Log out the other phone?`}
        opened={asked !== null}
        confirmLabel={t`Log it out`}
        destructive
        busy={busy}
        onConfirm={() => asked && void run(() => end(asked))}
        onClose={() => setAsked(null)}
      >
        <p>
          {t`Nobody will be able to send anything from it in your name. Unsent records stay on it until you log in there again.`}
        </p>
      </ConfirmDialog>
    </Section>
  )
}
