import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import type { DeviceNotifications } from './device-notifications.ts'
import classes from './push-offer.module.css'
import { useTurnOnNotifications } from './use-turn-on-notifications.ts'

/**
 * Offers to tell the person what became of their invoices, where there is one they wait for. It never asks for the
 * browser's permission by itself, stands in nobody's way, and does not come back once it was declined.
 */
export function PushOffer({ notifications }: { notifications: () => Promise<DeviceNotifications> }) {
  const { t } = useLingui()
  const [offered, setAsking] = useState(false)
  const { busy, turnOn } = useTurnOnNotifications(notifications)
  useEffect(() => {
    let unmounted = false
    notifications()
      .then((device) => device.mayOffer())
      .then(
        (mayOffer) => {
          if (!unmounted) setAsking(mayOffer)
        },
        () => undefined,
      )
    return () => {
      unmounted = true
    }
  }, [notifications])
  if (!offered) return null
  const agree = async () => {
    const outcome = await turnOn()
    if (outcome !== 'unreachable') setAsking(false)
  }
  const decline = async () => {
    setAsking(false)
    await (await notifications()).decline()
  }
  return (
    <section className={`card ${classes.ask}`} aria-labelledby="push-ask">
      <Icon name="bell" />
      <div className={classes.words}>
        <h2 className="section-title" id="push-ask">{t`Get notified when TRA accepts your invoices`}</h2>
        <p className="dim small">{t`This phone can notify you even while Risiti is closed.`}</p>
        <div className="actions">
          <Button variant="default" onClick={() => void decline()}>{t`Not now`}</Button>
          <Button loading={busy} onClick={() => void agree()}>{t`Turn on`}</Button>
        </div>
      </div>
    </section>
  )
}
