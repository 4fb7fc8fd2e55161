import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import type { DeviceNotifications } from './device-notifications.ts'
import classes from './push-offer.module.css'
import { useTurnOnNotifications } from './use-turn-on-notifications.ts'

/**
 * Offers notifications about invoices that wait for the authority. The offer never asks for the browser's permission
 * by itself, blocks nothing, and is not shown again once declined.
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
