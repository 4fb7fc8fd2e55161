import { Plural, useLingui } from '@lingui/react/macro'
import { Button, Modal } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { countPending } from '#data/outbox-entries.ts'
import { liveGrant } from '#session/delivery-grant.ts'
import { useEnvironment } from '#ui/environment.ts'
import { useWorkplace } from '../workplace.ts'

/** Leaving: what waits to be sent is counted, may be sent first, and stays on this phone otherwise. */
export function LogOutDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const { account, db, sendNow, leave } = useWorkplace()
  const { clock } = useEnvironment()
  const navigate = useNavigate()
  const [busy, setBusy] = useState<'sending' | 'leaving' | null>(null)
  const unsent = useLiveQuery(() => countPending(db), [db])
  // A worker under a live grant sends on; without one (or without workers) only the next login does.
  const granted = useLiveQuery(
    async () => 'serviceWorker' in navigator && (await liveGrant(account, clock.now())) !== undefined,
    [account, clock],
  )
  const logOut = async () => {
    setBusy('leaving')
    await leave()
    await navigate({ to: '/login', replace: true })
  }
  const send = async () => {
    setBusy('sending')
    await sendNow()
    setBusy(null)
  }
  const waiting = unsent ?? 0
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t`Log out`}
      centered
      closeButtonProps={{ 'aria-label': t`Close`, size: 48, iconSize: 22 }}
      classNames={{ title: 'dialog-title' }}
    >
      <div className="stack">
        {waiting > 0 ? (
          <>
            <p>
              {granted ? (
                <Plural
                  value={waiting}
                  one="# change waits to be sent. It stays on this phone and goes out by itself, also after you log out, when the app is opened where there is a connection."
                  other="# changes wait to be sent. They stay on this phone and go out by themselves, also after you log out, when the app is opened where there is a connection."
                />
              ) : (
                <Plural
                  value={waiting}
                  one="# change waits to be sent. It stays on this phone and goes out when you log in again."
                  other="# changes wait to be sent. They stay on this phone and go out when you log in again."
                />
              )}
            </p>
            <Button variant="light" onClick={send} loading={busy === 'sending'} disabled={busy === 'leaving'}>
              {t`Send now`}
            </Button>
          </>
        ) : (
          <p>{t`Everything was sent. Nothing waits on this phone.`}</p>
        )}
        <div className="actions">
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button onClick={logOut} loading={busy === 'leaving'} disabled={busy === 'sending'} data-autofocus>
            {waiting > 0 ? t`Keep and log out` : t`Log out`}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
